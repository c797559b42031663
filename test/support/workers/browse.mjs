// A worker for the stories: an unchanged Playwright script. Arguments are its steps, in order:
//   submit:<slug>  fill in the form and send it      half:<slug>  fill in half of it and leave it
//   fetch:<slug>   send it by the page's own fetch, and do not wait for the answer
//   press:<slug>   send it by its button, and do not wait for the answer
//   say:<text>     write to stdout                   hang         do nothing until it is killed
import { chromium } from 'playwright';

let context;
const steps = {
  submit: async (slug) => {
    const page = await fill(slug);
    await page.getByRole('button').click();
    await page.waitForURL(/listing/);
  },
  press: async (slug) => {
    const page = await fill(slug);
    await page.getByRole('button').click({ noWaitAfter: true });
    await page.waitForTimeout(300);
  },
  half: fill,
  fetch: async (slug) => {
    const page = await fill('');
    await page.evaluate((one) => {
      fetch('/submit', { method: 'POST', body: new URLSearchParams({ slug: one }) });
    }, slug);
    await page.waitForTimeout(300);
  },
  say: async (text) => void process.stdout.write(text),
  hang: () => new Promise(() => setInterval(() => {}, 1000)),
};

for (const step of process.argv.slice(2)) {
  const [name, rest] = step.split(/:(.*)/s);
  await steps[name](rest);
}
process.exit(0);

async function fill(slug) {
  context ??= (await chromium.connectOverCDP(process.env.RECONCILE_CDP_ENDPOINT)).contexts()[0];
  const page = await context.newPage();
  await page.goto(process.env.SITE);
  await page.getByLabel('slug').fill(slug);
  return page;
}
