/** Who listens on a port of this machine and who is connected to it, from /proc/net/tcp and /proc/<pid>/fd. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { isIPv4, isIPv6 } from 'node:net';
import type { ProcessRef } from '../words.js';
import { isReconcile, PROVABLE, pids, refOf, treeOf } from './processes.js';

const ESTABLISHED = '01';
/** Established, or about to be. */
const OPEN = new Set([ESTABLISHED, '02', '03']);
const LISTEN = '0A';

interface Address {
  /** As the table writes it; thousands of rows need no more than their port. */
  hex: string;
  port: number;
}

interface Socket {
  local: Address;
  remote: Address;
  state: string;
  /** Bytes that its process has written and the other end has not acknowledged. */
  unsent: number;
  inode: string;
}

export interface PortUse {
  /** Local processes connected to it, its owner's own, this one and other `reconcile`s left out. */
  clients: number[];
  /** Connections whose process this user may not see. */
  unseen: number;
}

/** null: not known (another system, another user's process), or nobody. */
export function portOwner(port: number): ProcessRef | null {
  const inodes = listeners(port).map((socket) => socket.inode);
  const refs = holders(new Set(inodes)).flatMap(({ pid }) => refOf(pid) ?? []);
  // A child may have inherited the socket; the one that opened it is the oldest.
  return refs.sort((a, b) => (a.startTicks ?? 0) - (b.startTicks ?? 0))[0] ?? null;
}

/** null: this system does not tell. */
export function isListening(port: number): boolean | null {
  return PROVABLE ? listeners(port).length > 0 : null;
}

export function portClients(port: number): number[] {
  return portUse(port, null).clients;
}

/** Processes of this machine, but for this one, that are connected to a browser on this machine. */
export function clientsOf(endpoint: string): number[] {
  const { hostname, port } = new URL(endpoint);
  const ip = hostname === 'localhost' ? '127.0.0.1' : plainIp(hostname);
  return ip !== null && isLoopback(ip) ? portClients(Number(port)) : [];
}

/** `ip` null: the port on this machine, by whatever address it was reached. */
export function portUse(port: number, ip: string | null): PortUse {
  const owner = ip === null ? portOwner(port) : null;
  const ours = new Set([process.pid, ...(owner ? treeOf(owner.pid) : [])]);
  const reaches = ({ local, remote }: Socket) =>
    ip === null ? isLoopback(ipOf(remote)) || remote.hex === local.hex : ipOf(remote) === ip;
  const inodes = sockets()
    .filter((s) => s.state === ESTABLISHED && s.remote.port === port && s.inode !== '0' && reaches(s))
    .map((s) => s.inode);
  const held = holders(new Set(inodes));
  const known = new Set(held.map((holder) => holder.inode));
  const clients = new Set(
    held.map((holder) => holder.pid).filter((pid) => !ours.has(pid) && !isReconcile(pid)),
  );
  return { clients: [...clients], unseen: inodes.filter((inode) => !known.has(inode)).length };
}

/** The other end of a TCP connection. */
export interface Connection {
  ip: string;
  port: number;
  /** It is being opened, or holds bytes that are still to leave. */
  sending: boolean;
}

/** Whom a process and its descendants have connected to, the clients of their own ports left out. null: not known. */
export function connectionsOf(root: number): Connection[] | null {
  if (!PROVABLE) return null;
  const all = sockets();
  const tree = new Set(treeOf(root));
  const held = new Set(
    holders(new Set(all.map(({ inode }) => inode)))
      .filter(({ pid }) => tree.has(pid))
      .map(({ inode }) => inode),
  );
  const own = all.filter(({ inode }) => held.has(inode));
  const served = new Set(own.filter(({ state }) => state === LISTEN).map(({ local }) => local.port));
  return own
    .filter(({ state, local }) => OPEN.has(state) && !served.has(local.port))
    .map(({ remote, state, unsent }) => ({
      ip: ipOf(remote),
      port: remote.port,
      sending: state !== ESTABLISHED || unsent > 0,
    }));
}

export function isLoopback(ip: string): boolean {
  return ip.startsWith('127.') || ip === '::1';
}

/** One spelling for each address: dotted for IPv4 (mapped into IPv6 or not), WHATWG's for IPv6; null for a name. */
export function plainIp(host: string): string | null {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short);
  if (!mapped) return short;
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

function listeners(port: number): Socket[] {
  return sockets().filter((s) => s.state === LISTEN && s.local.port === port);
}

function sockets(): Socket[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => {
    const lines = readTable(table).split('\n').slice(1);
    return lines.flatMap((line) => {
      const [, local, remote, state, queues, , , , , inode] = line.trim().split(/\s+/);
      if (!local || !remote || !state || !inode) return [];
      const unsent = Number.parseInt(queues ?? '', 16) || 0;
      return [{ local: address(local), remote: address(remote), state, unsent, inode }];
    });
  });
}

/** `0100007F:23AE` */
function address(text: string): Address {
  const [hex = '', port = ''] = text.split(':');
  return { hex, port: Number.parseInt(port, 16) };
}

/** Each group of four bytes is written in the machine's own order, which is little-endian. */
function ipOf({ hex }: Address): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => [...Buffer.from(word, 'hex')].reverse());
  if (bytes.length === 4) return bytes.join('.');
  const groups = Buffer.from(bytes).toString('hex').match(/.{4}/g) ?? [];
  return plainIp(groups.join(':')) ?? '';
}

function holders(inodes: Set<string>): { pid: number; inode: string }[] {
  if (inodes.size === 0) return [];
  return pids().flatMap((pid) =>
    openFiles(pid).flatMap((target) => {
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      return inode !== undefined && inodes.has(inode) ? [{ pid, inode }] : [];
    }),
  );
}

function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => linkTarget(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
}

function linkTarget(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function readTable(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
