/** Third parties' packages as a page loads them: bundled in memory, from node_modules alone. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface Bundle {
  script: string;
  style: string;
}

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** `source`: a module with imports, JSX allowed. */
export async function bundle(source: string): Promise<Bundle> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: HERE, loader: 'tsx' },
    bundle: true,
    write: false,
    outdir: '/',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.svg': 'dataurl' },
    logLevel: 'silent',
    legalComments: 'none',
  });
  const text = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  return { script: text('.js'), style: text('.css') };
}
