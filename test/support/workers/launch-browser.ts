/** Launches a browser and says which, then waits to be killed: `launch-browser.ts <profile> <netlog> [switch…]`. */
import { launchBrowser } from '../../../src/worker/browser.js';

const [profile = '', netlog = '', ...args] = process.argv.slice(2);
const browser = await launchBrowser({ profile, netlog, args });
process.stdout.write(`${JSON.stringify(browser)}\n`);
setInterval(() => {}, 1_000);
