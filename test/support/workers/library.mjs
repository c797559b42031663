// A worker that uses the library: performs everything in its TODO by posting the form itself, in its own browser.
//   DIE=<id>  exits in the middle of that action, after it has been posted
import { joinWorker } from '../../../dist/src/index.js';

const options = process.env.PLAN ? { plan: process.env.PLAN } : {};
const worker = await joinWorker(options);
const browser = await worker.browser();
const said = [];
for await (const action of worker.todo()) {
  for (let time = 0; time < 2; time += 1) {
    const { state, reason } = await worker.perform(action, () => act(action));
    said.push(`${action.id} ${state} ${reason}`);
  }
}
process.stdout.write(said.join('\n'));
await worker.leave();

async function act({ id, identity }) {
  const page = await browser.contexts()[0].newPage();
  await page.goto(process.env.SITE);
  await page.getByLabel('slug').fill(identity.slug);
  await page.getByRole('button').click();
  await page.waitForURL(/listing/);
  if (process.env.DIE === id) process.kill(process.pid, 'SIGKILL');
}
