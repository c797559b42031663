/** Starts a command as `reconcile run` does and says so, then follows it: `supervise.ts <logs> <worker> cmd…`. */
import { startCommand } from '../../../src/worker/command.js';

const [logs = '', worker = '', ...command] = process.argv.slice(2);
const env = { RECONCILE_WORKER: worker, RECONCILE_EPOCH: '1' };
const running = await startCommand({ command, env, cwd: process.cwd(), logs });
process.stdout.write(`${JSON.stringify({ process: running.process, session: running.session })}\n`);
await running.ended;
