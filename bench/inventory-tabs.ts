/** Pages for bench/inventory: small (a form of eight fields) and large (200 fields among 3,000 nodes). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cdp, patient, Session } from '../src/inventory/cdp.js';
import type { BrowserRef } from '../src/words.js';
import { closeBrowser } from '../src/worker/browser.js';

export type Size = 'small' | 'large';

export async function pages(): Promise<{ url: string; close(): void }> {
  const html: Record<string, string> = { '/small': page(8, 60), '/large': page(200, 3_000) };
  const server = createServer(({ url = '/' }, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html[url.split('?')[0] ?? '/'] ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Opened a few at a time, and left only when all are loaded and at rest. */
export async function openTabs(endpoint: string, site: string, size: Size, count: number): Promise<void> {
  const cdp = await Cdp.connect(endpoint);
  for (let from = 0; from < count; from += 5) {
    const some = Array.from({ length: Math.min(5, count - from) }, (_, no) => `${site}/${size}?${from + no}`);
    await Promise.all(some.map((url) => openTab(cdp, url)));
  }
  cdp.close();
  await sleep(3_000);
}

async function openTab(cdp: Cdp, url: string): Promise<void> {
  const how = { withinMs: 60_000 };
  const { targetId } = await cdp.send('Target.createTarget', { url, background: true }, how);
  const session = await Session.attach(cdp, targetId, patient(60_000));
  const expression = `document.readyState === 'complete' && location.href !== 'about:blank'`;
  for (;;) {
    const { result } = await session.ask('Runtime.evaluate', { expression });
    if (result.value === true) break;
    await sleep(50);
  }
  await cdp.send('Target.detachFromTarget', { sessionId: session.id }, how);
}

export async function quit(browser: BrowserRef): Promise<void> {
  await closeBrowser(browser);
}

function page(fields: number, nodes: number): string {
  const parts = Array.from({ length: fields }, (_, no) => {
    const kinds = [
      `<input name="f${no}" value="given ${no}">`,
      `<textarea name="f${no}">line ${no}</textarea>`,
      `<select name="f${no}"><option>one<option selected>two<option>three</select>`,
      `<input type="checkbox" name="f${no}" checked>`,
    ];
    const rest = Math.max(0, Math.floor((nodes - fields * 4) / fields / 2));
    return `<p><label>Field ${no} ${kinds[no % kinds.length]}</label>${'<span>text <b>more</b></span>'.repeat(rest / 2)}</p>`;
  });
  return `<!doctype html><title>${fields} fields</title><form action="/submit" method="post">${parts.join('\n')}<button>Send</button></form>`;
}
