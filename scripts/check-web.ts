import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

// What the lint rules of others do not know about the web app's code.

const ROOT = join(import.meta.dirname, '..');

/** An effect whose whole body is a call: whatever the call returns becomes its clean-up. */
const CALL_AS_EFFECT = /\buse(?:Layout|Insertion)?Effect\(\s*\(\) =>(?!\s*(?:\{|void\b|\(\) =>))/g;

/** What is wrong with one file of web/, each as a sentence with its line. */
export function webFaults(text: string): string[] {
  return [...text.matchAll(CALL_AS_EFFECT)].map(
    ({ index }) =>
      `line ${lineOf(text, index)}: an effect returns nothing or its clean-up. Give it braces: browsers change what a call returns, and React would call it.`,
  );
}

/** Layers of the page have names in web/theme/tokens.css; inside a component they are small numbers. */
const LAYER = /z-index:\s*(-?\d+)/g;

/** What is wrong with one style sheet of web/. */
export function styleFaults(text: string): string[] {
  return [...text.matchAll(LAYER)]
    .filter(([, layer]) => Math.abs(Number(layer)) > 6)
    .map(({ index }) => `line ${lineOf(text, index)}: a layer of the page has a name: var(--layer-…) of web/theme/tokens.css.`);
}

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;

if (import.meta.main) {
  let count = 0;
  for (const entry of readdirSync(join(ROOT, 'web'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:tsx?|css)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    for (const fault of entry.name.endsWith('.css') ? styleFaults(text) : webFaults(text)) {
      count++;
      console.error(`${relative(ROOT, path)}, ${fault}`);
    }
  }
  process.exitCode = count > 0 ? 1 : 0;
}
