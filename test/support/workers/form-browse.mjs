// A worker with one large form to send, an unchanged Playwright script. Its argument is what it does:
//   half    fills in the form except its title, says `stuck` and waits to be killed
//   whole   fills in all of it and sends it
//   finish  takes the tab that its TODO's draft names, and adds what is missing
//   refill  fills a new tab from its TODO's draft alone, and adds what is missing
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright';

const browser = await chromium.connectOverCDP(process.env.RECONCILE_CDP_ENDPOINT);
const context = browser.contexts()[0];
const work = {
  half: async () => {
    await fillHalf(await opened(process.env.FORM));
    process.stdout.write('stuck');
    await new Promise(() => setInterval(() => {}, 1000));
  },
  whole: async () => {
    const page = await opened(process.env.FORM);
    await fillHalf(page);
    await finish(page, 'Send it');
  },
  finish: async () => {
    const draft = todoDraft();
    await finish(await tabOf(draft.targetId), draft.buttons[0].label);
  },
  refill: async () => {
    const draft = todoDraft();
    const page = await opened(draft.url);
    const missing = [];
    for (const field of draft.fields) if (!(await put(page, field, draft.fields))) missing.push(field.name);
    process.stdout.write(`missing: ${missing.join(', ')}`);
    await finish(page, draft.buttons[0].label);
  },
};
await work[process.argv[2]]();
process.exit(0);

async function opened(url) {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function fillHalf(page) {
  await page.fill('[name=slug]', 'acme');
  await page.fill('[name=about]', 'Two lines,\nöne of them "odd" & long');
  await page.selectOption('[name=country]', 'de');
  await page.selectOption('[name=tags]', ['web', 'cli']);
  await page.check('[name=plan][value=paid]');
  await page.check('[name=extra][value=b]');
  await page.uncheck('[name=news]');
  await page.fill('[name=day]', '2026-03-04');
  await page.fill('[name=shade]', '#ff0000');
  await page.locator('[name=link]').nth(1).fill('https://two.example');
  await page.fill('#story', 'First line\nSecond line');
  await page.fill('[name=pin]', 'hunter2!');
  await page.setInputFiles('[name=logo]', {
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  });
}

async function finish(page, button) {
  await page.fill('[name=title]', 'Acme Inc');
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL(/done/);
}

function todoDraft() {
  return JSON.parse(readFileSync(process.env.RECONCILE_TODO, 'utf8'))[0].draft;
}

async function tabOf(targetId) {
  for (const page of context.pages()) {
    const session = await context.newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    if (targetInfo.targetId === targetId) return page;
  }
  throw new Error(`no tab ${targetId}`);
}

// ---- a new form from the draft's fields, without a look at the old tab --------------------------------

/** False for what the draft does not hold: a secret, a file. */
async function put(page, field, fields) {
  if (field.locked) return true;
  if (field.redacted || field.type === 'file') return false;
  const place = placeOf(page, field, fields);
  if (field.checked !== undefined) {
    // A radio button goes out when another one of its group is ticked.
    if (field.type === 'checkbox' || field.checked) await place.setChecked(field.checked);
  } else if (field.type.startsWith('select')) {
    await place.selectOption(field.values);
  } else {
    await place.fill(field.value ?? '');
  }
  return true;
}

function placeOf(page, field, fields) {
  let frame = page.mainFrame();
  for (const n of field.frame ?? []) frame = frame.childFrames()[n];
  if (field.id) return frame.locator(`[id="${field.id}"]`);
  const alike = fields.filter(
    (one) => one.name === field.name && one.type === field.type && one.option === field.option,
  );
  // A box without a value of its own sends `on`.
  const unnamed = field.option === 'on' ? ', :not([value])' : '';
  const option = field.option === undefined ? '' : `:is([value="${field.option}"]${unnamed})`;
  return frame.locator(`[name="${field.name}"]${option}`).nth(alike.indexOf(field));
}
