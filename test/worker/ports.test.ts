import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { assumeDeath } from '../../src/worker/death.js';
import { isListening, plainIp, portClients, portOwner, signal, startedAt } from '../../src/worker/proc.js';
import { expect, type Processes, test } from '../support/workers/processes.js';

const HAS_IPV6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
);

/** A process that listens as a browser does, and tells its port. */
async function listener({ shell }: Processes, host = '127.0.0.1') {
  const spawned = await shell(
    `exec node -e "const s = require('net').createServer(() => {}).listen(0, '${host}', () => process.stdout.write(s.address().port + '\\n'))"`,
  );
  return { ...spawned, port: Number(spawned.line) };
}

/** Another process that is connected to it. */
function client({ shell }: Processes, port: number, host = '127.0.0.1') {
  return shell(
    `exec node -e "require('net').connect(${port}, '${host}', () => process.stdout.write('up\\n')); setInterval(() => {}, 1e3)"`,
  );
}

test('the process that listens on a port is its owner, and with it the port is free', async ({
  processes,
}) => {
  const { port, process, child } = await listener(processes);
  expect(portOwner(port)).toEqual(process);
  expect(isListening(port)).toBe(true);
  const exit = once(child, 'exit');
  signal(process.pid, 'SIGKILL');
  await exit;
  expect(portOwner(port)).toBeNull();
  expect(isListening(port)).toBe(false);
});

for (const [name, server, address] of [
  ['IPv4', '127.0.0.1', '127.0.0.1'],
  ['IPv6', '::1', '::1'],
  ['IPv4 mapped into IPv6', '127.0.0.1', '::ffff:127.0.0.1'],
] as const) {
  test(`a process that is connected to a port is its client, the owner is not (${name})`, async ({
    processes,
  }) => {
    test.skip(server === '::1' && !HAS_IPV6, 'this machine has no IPv6');
    const { port } = await listener(processes, server);
    expect(portClients(port)).toEqual([]);
    const { process } = await client(processes, port, address);
    expect(portClients(port)).toEqual([process.pid]);
  });
}

test('a client that is stopped is still connected', async ({ processes }) => {
  const { port } = await listener(processes);
  const { process } = await client(processes, port);
  signal(process.pid, 'SIGSTOP');
  expect(portClients(port)).toEqual([process.pid]);
});

test('a death is assumed only while nobody but us is connected to the browser', async ({ processes }) => {
  const { port } = await listener(processes);
  const endpoint = `http://localhost:${port}`;
  const own = connect(port, '127.0.0.1');
  await once(own, 'connect');
  expect(assumeDeath(endpoint)).toMatchObject({ death: { proof: 'assumed', exitCode: null } });
  own.destroy();
  const { process, child } = await client(processes, port);
  expect(assumeDeath(endpoint)).toHaveProperty('alive.pids', [process.pid]);
  expect(assumeDeath(`ws://127.0.0.1:${port}/devtools/browser/x`)).toHaveProperty('alive.pids', [
    process.pid,
  ]);
  const exit = once(child, 'exit');
  signal(process.pid, 'SIGKILL');
  await exit;
  expect(assumeDeath(endpoint)).toHaveProperty('death.proof', 'assumed');
});

test('without an endpoint a death is assumed; behind a name that must be looked up it is not', () => {
  expect(assumeDeath(null)).toHaveProperty('death.proof', 'assumed');
  expect(assumeDeath('http://browser.example:9222')).toMatchObject({ alive: { pids: [] } });
});

test('an address has one spelling, whoever wrote it', () => {
  expect(plainIp('::ffff:127.0.0.1')).toBe('127.0.0.1');
  expect(plainIp('[0:0:0:0:0:0:0:1]')).toBe('::1');
  expect(plainIp('browser.example')).toBeNull();
});

test('a process tells when it started', async ({ processes }) => {
  const before = Date.now();
  const { process } = await processes.shell('echo up; exec sleep 60');
  // The kernel counts hundredths of a second.
  expect(startedAt(process)).toBeGreaterThan(before - 20);
  expect(startedAt(process)).toBeLessThan(Date.now() + 20);
});
