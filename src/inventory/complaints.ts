/**
 * What the browser replays of a page's console and log: failed requests, errors. `Log.enable` and `Console.enable` send
 * texts that were made when they happened. `Runtime.enable` would send the objects too, and calls the page's own code
 * to describe them (`Error.prepareStackTrace`, getters of `name` and `message`): a page notices that.
 */
import type { Protocol } from 'devtools-protocol';
import type { Session } from './cdp.js';
import type { Complaint } from './inventory.js';
import { address, redactText } from './redact.js';

/** The newest of them; a page may fill its console without end. */
const MOST = 50;
const LONGEST = 500;
/** Redaction needs to see a secret whole: it reads further than what is kept. */
const READ = 8 * LONGEST;

/** Fills up as the session replays; read it when `asked` has been answered. */
export function hearComplaints(session: Session): { asked: Promise<unknown>; complaints: Complaint[] } {
  const complaints: Complaint[] = [];
  const add = (text: string, url: string | undefined, at: number | null) => {
    if (complaints.length === MOST) complaints.shift();
    const clean = redactText(text.slice(0, READ));
    complaints.push({
      text: clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean,
      url: url ? address(url) : null,
      at: at === null ? null : Math.round(at),
    });
  };
  session.cdp.listen(session.id, (method, params) => {
    if (method === 'Log.entryAdded') {
      const { entry } = params as Protocol.Log.EntryAddedEvent;
      if (entry.level === 'error' && !isIcon(entry.url)) add(entry.text, entry.url, entry.timestamp);
    } else if (method === 'Console.messageAdded') {
      const { message } = params as Protocol.Console.MessageAddedEvent;
      // Uncaught errors come as plain `log`, and with no more than this word and their place.
      if (/^Uncaught( \(in promise\))?$/.test(message.text)) add(uncaught(message), message.url, null);
      else if (message.level === 'error' || message.text.startsWith('Uncaught'))
        add(message.text, message.url, null);
    }
  });
  const asked = Promise.all([session.ask('Log.enable'), session.ask('Console.enable')]);
  return { asked: asked.catch(() => {}), complaints };
}

function uncaught({ text, line, column }: Protocol.Console.ConsoleMessage): string {
  return Number.isInteger(line) && Number.isInteger(column) ? `${text} at ${line}:${column}` : text;
}

/** The browser asks for it by itself. */
function isIcon(url: string | undefined): boolean {
  return url?.endsWith('/favicon.ico') ?? false;
}
