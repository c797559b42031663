/**
 * A session file: `SNSS`, a version, then one command after the other. A browser that dies while it writes leaves the
 * last one torn; everything before it holds.
 */
import { Bytes, Torn } from './bytes.js';

export interface Command {
  id: number;
  payload: Buffer;
}

export interface Commands {
  commands: Command[];
  /** Why not everything could be read; null where it could. */
  why: string | null;
}

/** Plain ones; 2 and 4 are the same, encrypted with a key that this user's keyring holds. */
const KNOWN = [1, 3];
const ENCRYPTED = [2, 4];
const MAX_COMMANDS = 200_000;

export function commandsIn(file: Buffer): Commands {
  const bytes = new Bytes(file);
  if (bytes.left === 0) return { commands: [], why: 'it is empty' };
  if (bytes.left < 8 || bytes.take(4).toString('latin1') !== 'SNSS')
    return { commands: [], why: 'not a session file' };
  const version = bytes.i32();
  if (ENCRYPTED.includes(version)) return { commands: [], why: 'it is encrypted' };
  const foreign = KNOWN.includes(version) ? null : `a session file of the unknown version ${version}`;
  const commands: Command[] = [];
  try {
    while (bytes.left > 0 && commands.length < MAX_COMMANDS) {
      const size = bytes.u16();
      if (size === 0) throw new Torn('an empty command');
      const whole = new Bytes(bytes.take(size));
      commands.push({ id: whole.u8(), payload: whole.take(size - 1) });
    }
  } catch (cause) {
    if (!(cause instanceof Torn)) throw cause;
    return { commands, why: foreign ?? 'its end is torn' };
  }
  return {
    commands,
    why: foreign ?? (bytes.left > 0 ? `only its first ${MAX_COMMANDS} commands are read` : null),
  };
}
