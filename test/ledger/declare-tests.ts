import type { MakeLedger } from '../ledger-suite.js';
import { expect, test } from '../support/folder.js';
import { action, basisOf, claimed, everything, keyOf, verdict } from './sample.js';

export function declareTests(make: MakeLedger): void {
  test('a declared action is planned and keeps all it was declared with', async ({ folder }) => {
    const ledger = await make(folder);
    const full = action('a', {
      account: 'me@example.com',
      repeat: true,
      effect: {
        method: 'POST',
        url: 'https://directory.example/submit',
        fields: { 'listing.slug': 'a' },
        steps: ['https://directory.example/wizard/*'],
        via: 'browser',
        refused: [{ status: 200, form: 'again' }],
      },
      probe: { use: 'http-json', with: { items: 'items' }, queue: 'q', settleMs: 5, review: 'none' },
    });
    const declared = await ledger.declare('w', [full], { revise: false });
    expect(declared).toEqual([{ action: full, state: 'planned', fresh: true }]);
    expect((await ledger.chain(full.key))?.chain).toEqual({ action: full, attempts: [], evidence: [] });
    expect(await ledger.history(full.key)).toMatchObject([
      { state: 'planned', reason: 'no-attempt', by: 'w' },
    ]);
    await ledger.close();
  });

  test('declaring a plan again changes nothing and gives no fresh key', async ({ folder }) => {
    const ledger = await make(folder);
    await claimed(ledger, 'a');
    const before = await everything(ledger);
    const [again] = await ledger.declare('w', [action('a')], { revise: false });
    expect(again).toMatchObject({ state: 'claimed', fresh: false });
    expect(await everything(ledger)).toEqual(before);
    await ledger.close();
  });

  test('another payload under the same key is refused, naming both sources, and none of its plan is written', async ({
    folder,
  }) => {
    const ledger = await make(folder);
    await ledger.declare('w', [action('a')], { revise: false });
    const before = await everything(ledger);
    const other = action('a', { payloadHash: keyOf('else'), source: 'other.yml:8' });
    const refused = ledger.declare('w', [action('new'), other], { revise: false });
    await expect(refused).rejects.toMatchObject({ code: 'plan-conflict' });
    await expect(refused).rejects.toThrow(/other\.yml:8 and plan\.yml:3/);
    expect(await everything(ledger)).toEqual(before);
    await ledger.close();
  });

  test('an id that was another action is refused, naming both sources', async ({ folder }) => {
    const ledger = await make(folder);
    await ledger.declare('w', [action('a')], { revise: false });
    const other = action('a', { key: keyOf('b'), source: 'other.yml:8' });
    await expect(ledger.declare('w', [other], { revise: false })).rejects.toThrow(
      /other\.yml:8 and plan\.yml:3/,
    );
    await ledger.close();
  });

  test('one act twice in one plan is refused', async ({ folder }) => {
    const ledger = await make(folder);
    const { key, payloadHash } = action('a');
    const twice = [action('a'), action('b', { key, payloadHash, source: 'plan.yml:9' })];
    await expect(ledger.declare('w', twice, { revise: false })).rejects.toThrow(
      /plan\.yml:9 and plan\.yml:3/,
    );
    expect(await ledger.list()).toEqual([]);
    await ledger.close();
  });

  test('revise gives a planned or absent action another payload', async ({ folder }) => {
    const ledger = await make(folder);
    const start = await claimed(ledger, 'a');
    const { basis } = await basisOf(ledger, 'a');
    await ledger.record(keyOf('a'), verdict('absent', 'quiet'), basis, 'reconcile');
    await ledger.declare(start.worker, [action('a', { payloadHash: keyOf('else') })], { revise: true });
    expect((await basisOf(ledger, 'a')).chain.action.payloadHash).toBe(keyOf('else'));
    await ledger.close();
  });

  test('revise gives an id to another action; the old one stays known by its key', async ({ folder }) => {
    const ledger = await make(folder);
    await ledger.declare('w', [action('a')], { revise: false });
    await ledger.declare('w', [action('a', { key: keyOf('b') })], { revise: true });
    expect((await ledger.find('a', 'w')).map((current) => current.action.key)).toEqual([keyOf('b')]);
    expect((await ledger.list({ worker: 'w' })).map((current) => current.action.key)).toEqual([keyOf('b')]);
    expect(await ledger.find(keyOf('a'))).toHaveLength(1);
    await ledger.close();
  });

  test('not even revise touches an action that a worker has begun', async ({ folder }) => {
    const ledger = await make(folder);
    await claimed(ledger, 'a');
    const before = await everything(ledger);
    const payload = action('a', { payloadHash: keyOf('else') });
    await expect(ledger.declare('w', [payload], { revise: true })).rejects.toThrow(/claimed already/);
    const id = action('a', { key: keyOf('b') });
    await expect(ledger.declare('w', [id], { revise: true })).rejects.toThrow(/claimed already/);
    expect(await everything(ledger)).toEqual(before);
    await ledger.close();
  });

  test('how to look for a known action is brought up to date', async ({ folder }) => {
    const ledger = await make(folder);
    await claimed(ledger, 'a');
    const probe = { use: 'http-page', with: null, queue: null, settleMs: 1, review: 'none' } as const;
    await ledger.declare('w', [action('a', { probe, source: 'plan.yml:4' })], { revise: false });
    expect((await basisOf(ledger, 'a')).chain.action).toMatchObject({ probe, source: 'plan.yml:4' });
    await ledger.close();
  });

  test('two workers share an action, each under its own id', async ({ folder }) => {
    const ledger = await make(folder);
    await ledger.declare('one', [action('a')], { revise: false });
    const same = action('b', { key: keyOf('a'), payloadHash: action('a').payloadHash });
    const [shared] = await ledger.declare('two', [same], { revise: false });
    expect(shared?.fresh).toBe(false);
    expect((await ledger.list({ worker: 'one' }))[0]?.action).toMatchObject({ id: 'a', worker: 'one' });
    expect((await ledger.list({ worker: 'two' }))[0]?.action).toMatchObject({ id: 'b', worker: 'two' });
    expect(await ledger.list()).toHaveLength(1);
    await ledger.close();
  });
}
