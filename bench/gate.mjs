/**
 * Wall time of `reconcile gate <key>` without a probe, and of `reconcile --help`, as ratios to `node -e 0`. The three
 * take turns in one run, because only ratios of one run mean anything. Run: npm run bench:gate
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUNS = Number(process.env.RUNS ?? 25);
const CLI = fileURLToPath(new URL('../dist/src/cli.js', import.meta.url));
const RESULTS = fileURLToPath(new URL('results/gate.md', import.meta.url));
const PLAN = {
  worker: 'bench',
  actions: [{ id: 'one', kind: 'submit', platform: 'directory.example', identity: { slug: 'one' } }],
};

const folder = mkdtempSync(join(tmpdir(), 'reconcile-bench-'));
try {
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(PLAN));
  const node = (...words) =>
    execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  const { actions } = JSON.parse(node(CLI, 'plan', 'plan.json', '--json'));
  const calls = {
    'node -e 0': ['-e', '0'],
    'reconcile --help': [CLI, '--help'],
    'reconcile gate <key>': [CLI, 'gate', actions[0].key],
  };
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  for (let run = 0; run <= RUNS; run += 1) {
    for (const [name, words] of Object.entries(calls)) {
      const began = process.hrtime.bigint();
      node(...words);
      // The first round warms the file cache.
      if (run > 0) times[name].push(Number(process.hrtime.bigint() - began) / 1e6);
    }
  }
  const table = report(times);
  mkdirSync(join(RESULTS, '..'), { recursive: true });
  writeFileSync(RESULTS, table);
  process.stdout.write(table);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(times) {
  const base = times['node -e 0'];
  const rows = Object.entries(times).map(([name, all]) => {
    const ratios = all.map((ms, run) => ms / base[run]);
    return `| \`${name}\` | ${median(ratios).toFixed(2)} | ${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)} |`;
  });
  const head = `# Start-up, as a ratio to \`node -e 0\`\n\n\`npm run bench:gate\`: ${RUNS} rounds, the commands in turn. Targets: gate 2.5, help 2.\n`;
  return `${head}\n| command | median ratio | range |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
