/** A person's decision on one action: recorded and shown as that person's word. */
import type { Ledger } from './ledger/ledger.js';
import { known, settle } from './look.js';
import { Refusal } from './refusal.js';
import type { Current } from './words.js';

export interface Resolution {
  as: 'verified' | 'absent' | 'waived';
  because: string;
  who: string;
}

export async function resolve(
  ledger: Ledger,
  key: string,
  { as, because, who }: Resolution,
): Promise<Current> {
  const summary = `${who} says ${as}: ${because}`;
  const fact = { kind: 'person', as, because, who } as const;
  const says = as === 'verified' ? 'happened' : as === 'absent' ? 'did-not-happen' : 'unknown';
  const evidence = [{ source: 'person', at: Date.now(), says, summary, fact } as const];
  for (;;) {
    const { current, basis } = await known(ledger, key);
    if (current.state === 'claimed') throw underLiveClaim(current);
    // Only if nobody claimed it or saw anything new meanwhile: the word is about what the person was shown.
    if ((await ledger.append(key, evidence, undefined, basis)) !== null) return settle(ledger, key, who);
  }
}

function underLiveClaim({ action, claim }: Current): Refusal {
  return new Refusal('claim-live', {
    on: `${action.id}, worker ${claim?.worker ?? '?'}`,
    hint: 'run `reconcile --worker` first; it proves the worker dead or refuses',
  });
}
