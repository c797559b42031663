import type { Probe } from '../src/probe/probe.js';
import gitRemote from './git-remote/git-remote.js';
import httpJson from './http-json/http-json.js';
import httpPage from './http-page/http-page.js';

/** The built-in probes; a plan calls them by their name. */
export const probes: readonly Probe[] = [httpJson, httpPage, gitRemote];
