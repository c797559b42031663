/**
 * Rules for credentials in reads:
 * - a plan names them (`${NAME}`) and the environment holds them; nothing else of the environment is read;
 * - they travel in headers only, to the origin that the plan names and to no other;
 * - `Basic user:${NAME}` is written so in a plan and travels in base64;
 * - an address is written down only after `redactUrl`, a body handed on only after `blot`.
 */

const NAMED = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const HARMLESS = /^(accept(-.*)?|user-agent|x-requested-with|([a-z-]*-)?version)$/i;
const CREDENTIAL = /auth|cookie|token|secret|password|api-?key|session|signature/i;
const SECRET_PARAMETER =
  /token|secret|passw|pwd|api[-_]?key|^key$|sig(nature)?$|auth(?!or(?!i[sz]))|session|^sid$|jwt|credential|^code$|-hash$/i;
const BLOT = '***';
/** Shorter values would blot out innocent text, and are no secrets. */
const SHORTEST = 6;

export interface Filled {
  headers: Record<string, string>;
  /** The values that came from the environment. */
  secrets: string[];
}

/** null: a named variable is not set, or its value cannot travel in a header. */
export function fillHeaders(headers: Record<string, string>, env: NodeJS.ProcessEnv): Filled | null {
  const secrets: string[] = [];
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    let unset = false;
    filled[name] = value.replace(NAMED, (_, variable: string) => {
      const secret = env[variable]?.trim() ?? '';
      if (secret === '') unset = true;
      secrets.push(secret);
      return secret;
    });
    if (unset || !isHeaderValue(filled[name] ?? '')) return null;
    const basic = /^(Basic) +([^\s:]*:.+)$/i.exec(filled[name] ?? '');
    if (basic === null) continue;
    const encoded = Buffer.from(basic[2] ?? '').toString('base64');
    secrets.push(encoded);
    filled[name] = `${basic[1]} ${encoded}`;
  }
  return { headers: filled, secrets };
}

/** Visible Latin-1 on one line: all that a header can carry. */
function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** Unknown headers count as a credential: then an empty answer needs its control. */
export function carriesCredential(headers: Record<string, string>): boolean {
  return Object.entries(headers).some(([name, value]) => !HARMLESS.test(name) || value.includes('${'));
}

/** What is wrong with one header of a plan; null: nothing. The ledger keeps plans, so they may not hold secrets. */
export function headerFault(name: string, value: string): string | null {
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) return 'is not a header name';
  if (!isHeaderValue(value)) return 'holds characters that a header cannot carry';
  if (value.replace(NAMED, '').includes('${')) return 'holds "${" that names no environment variable';
  if (CREDENTIAL.test(name) && !value.includes('${'))
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a plan's way to name an environment variable
    return 'holds a credential: name an environment variable instead, as in "Bearer ${NAME}"';
  return null;
}

/** The first secret-looking parameter of a plan's address that has a value of its own beside `{…}`; null: none. */
export function secretParameterOf(template: string): string | null {
  const [, ...queryAndFragment] = template.replace(/\{[^{}]*\}/g, '').split(/[?#]/);
  const parameters = [...new URLSearchParams(queryAndFragment.join('&'))];
  return parameters.find(([name, value]) => value !== '' && SECRET_PARAMETER.test(name))?.[0] ?? null;
}

/** Without user, password and fragment, secret-looking query values and everything that came from the environment. */
export function redactUrl(url: string, secrets: string[] = []): string {
  // Before anything is parsed: parsing and writing a query again changes how its values are encoded.
  const clean = blot(url, secrets);
  if (!URL.canParse(clean)) return clean;
  const parsed = new URL(clean);
  parsed.username = '';
  parsed.password = '';
  parsed.hash = '';
  const holdsSecret = (text: string): boolean => blot(text, secrets) !== text;
  for (const [name, value] of [...parsed.searchParams])
    if (SECRET_PARAMETER.test(name) || holdsSecret(value)) parsed.searchParams.set(name, BLOT);
  if (holdsSecret(decoded(parsed.pathname))) parsed.pathname = `/${BLOT}`;
  return parsed.href;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function blot(text: string, secrets: string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue;
    clean = clean.replaceAll(secret, BLOT).replaceAll(encodeURIComponent(secret), BLOT);
  }
  return clean;
}
