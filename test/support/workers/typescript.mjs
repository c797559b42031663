// `node --import <this file> script.ts` runs our TypeScript as it is, so that a test can kill a process of ours.
import { existsSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url);

export async function resolve(specifier, context, next) {
  const source = specifier.startsWith('.') && new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
  return next(source && existsSync(source) ? source.href : specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { default: ts } = await import('typescript');
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const { outputText } = ts.transpileModule(readFileSync(fileURLToPath(url), 'utf8'), {
    compilerOptions: options,
  });
  return { format: 'module', source: outputText, shortCircuit: true };
}
