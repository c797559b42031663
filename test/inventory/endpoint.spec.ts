import { createServer, type Server } from 'node:net';
import { WebSocketServer } from 'ws';
import { takeInventory } from '../../src/inventory/leftover.js';
import { Refusal } from '../../src/refusal.js';
import { expect, test } from '../support/browser.js';

/** The one line that the user gets. */
async function refusal(endpoint: string): Promise<string> {
  try {
    await takeInventory({ endpoint });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'endpoint') return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}

/** A CDP endpoint that answers as `answer` says; what it gives back is sent as it is. */
async function fakeBrowser(answer: (method: string, id: number) => string | null) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { method, id } = JSON.parse(String(data)) as { method: string; id: number };
      const text = answer(method, id);
      if (text !== null) socket.send(text);
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const stop = async () => {
    for (const client of server.clients) client.terminate();
    await new Promise((resolve) => server.close(resolve));
  };
  return { endpoint: `ws://127.0.0.1:${port}/devtools/browser/x`, stop };
}

async function silentPort(): Promise<{ port: number; server: Server; stop(): void }> {
  const sockets: { destroy(): void }[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, server, stop };
}

test('a closed port is one line that says what to look at', async () => {
  const { port, stop } = await silentPort();
  stop();
  expect(await refusal(`http://127.0.0.1:${port}`)).toBe(
    `cannot inspect the browser (http://127.0.0.1:${port}): nothing listens there: the browser is gone, or has another port (see DevToolsActivePort in its profile)`,
  );
  expect(await refusal(`ws://127.0.0.1:${port}/devtools/browser/x`)).toContain('nothing listens there');
});

test('what is no address is refused, and a password in it is not repeated', async () => {
  expect(await refusal('9222')).toContain('write http://host:port');
  expect(await refusal('ftp://me:hunter2@h')).not.toContain('hunter2');
});

test('a port that accepts and answers nothing is refused within seconds', async () => {
  const { port, stop } = await silentPort();
  const lines = await Promise.all([refusal(`http://127.0.0.1:${port}`), refusal(`ws://127.0.0.1:${port}/x`)]);
  stop();
  for (const line of lines) expect(line).toContain('accepts the connection and answers nothing');
});

test('a web server that is not a browser is refused', async ({ site }) => {
  expect(await refusal(site.url)).toContain('not a browser’s debugging port');
  site.route('/json/version', '{"webSocketDebuggerUrl": 7}');
  expect(await refusal(site.url)).toContain('not a browser’s debugging port');
  expect(await refusal(`${site.url.replace('http', 'ws')}/devtools/browser/x`)).toContain(
    'does not speak CDP',
  );
});

test('an answer without end is refused', async ({ site }) => {
  site.route('/json/version', (_, response) => {
    const more = () =>
      response.write('x'.repeat(16_384), (error) => error || response.destroyed || setImmediate(more));
    more();
  });
  expect(await refusal(site.url)).toContain('answers without end');
});

test('an answer that names another host is not followed there', async ({ site, leftover }) => {
  site.route('/json/version', `{"webSocketDebuggerUrl": "${leftover.socket}"}`);
  expect(await refusal(site.url)).toContain('does not speak CDP');
});

test('a socket that takes calls and never answers, or answers nonsense, is refused', async () => {
  for (const answer of [
    () => null,
    () => 'nonsense',
    (_: string, id: number) => `{"id":${id},"error":{"message":"no"}}`,
  ]) {
    const { endpoint, stop } = await fakeBrowser(answer);
    const line = await refusal(endpoint);
    expect(line).toContain('cannot inspect the browser (ws://127.0.0.1:');
    expect(line).not.toContain('\n');
    await stop();
  }
});

test('an endpoint that answers in wrong shapes is refused, or costs only the tab it lies about', async () => {
  const answers: Record<string, unknown> = {
    'Target.getBrowserContexts': { browserContextIds: [] },
    'Target.getTargets': { targetInfos: [{ type: 'page', targetId: 'A', url: 'http://a/', title: 'A' }] },
    'Target.attachToTarget': { sessionId: 's' },
    'Page.getNavigationHistory': { entries: 7 },
  };
  const { endpoint, stop } = await fakeBrowser((method, id) =>
    JSON.stringify({ id, result: answers[method] ?? {} }),
  );
  const { tabs } = await takeInventory({ endpoint, deadlineMs: 500 });
  expect(tabs).toMatchObject([{ targetId: 'A', url: 'http://a/', status: 'unreadable' }]);
  answers['Target.getTargets'] = { targetInfos: 'none' };
  expect(await refusal(endpoint)).toContain('does not speak CDP');
  await stop();
});
