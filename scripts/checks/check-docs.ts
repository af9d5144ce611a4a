import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

// Checks that the documents match the project: links and paths exist, decisions are numbered and indexed, the
// rules of docs/product.md have different numbers, and every citation names an existing one.

const ROOT = join(import.meta.dirname, '../..');
const DECISIONS = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/;
const PROJECT_PATH =
  /`((?:\.ci|\.github|benches|contract|db|docs|locales|mail|office|scripts|seeds|server|tests|web)\/[\w./-]*[\w-])`/g;
const LINK = /\]\(([^)\s]+)\)/g;
const CITATION = /docs\/product\.md`?((?: \d+(?:\.\d+)?(?:,| and| or| to)?)*)/g;

interface ProjectFile {
  path: string;
  text: string;
}

export function documentFaults({ path, text }: ProjectFile, exists: (path: string) => boolean): string[] {
  const faults: string[] = [];
  for (const [, target = ''] of text.matchAll(LINK)) {
    if (/^(?:[a-z]+:|#)/.test(target)) continue;
    const file = normalize(join(dirname(path), target.replace(/#.*$/, '')));
    if (!exists(file)) faults.push(`links to ${target}, which does not exist.`);
  }
  for (const [, named = ''] of text.matchAll(PROJECT_PATH)) {
    if (!exists(named) && !exists(`${named}.ts`)) faults.push(`names ${named}, which does not exist.`);
  }
  return faults;
}

export function rulesOf(product: string): string[] {
  return [...product.matchAll(/^- \*\*(\d+\.\d+)\*\*/gm)].map(([, number = '']) => number);
}

export function ruleFaults(rules: readonly string[]): string[] {
  const repeated = new Set(rules.filter((number, place) => rules.indexOf(number) !== place));
  return [...repeated].map((number) => `docs/product.md: several rules have the number ${number}.`);
}

/** Citations of docs/product.md that name a whole chapter or a rule that does not exist. */
export function citationFaults({ text }: ProjectFile, rules: readonly string[]): string[] {
  const faults: string[] = [];
  for (const match of text.matchAll(CITATION)) {
    for (const [number] of (match[1] ?? '').matchAll(/\d+(?:\.\d+)?/g)) {
      const line = text.slice(0, match.index).split('\n').length;
      if (!number.includes('.'))
        faults.push(`line ${line}: cites chapter ${number} of docs/product.md. Name the rule.`);
      else if (!rules.includes(number))
        faults.push(`line ${line}: cites rule ${number} of docs/product.md, which does not exist.`);
    }
  }
  return faults;
}

export function decisionFaults(files: readonly ProjectFile[], index: string): string[] {
  const faults: string[] = [];
  const records = files.filter(({ path }) => DECISIONS.test(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  records.forEach(({ path, text }, place) => {
    const number = DECISIONS.exec(path)?.[1] ?? '';
    if (Number(number) !== place + 1)
      faults.push(`${path}: expected number ${String(place + 1).padStart(4, '0')}.`);
    if (!text.startsWith(`# ${number}. `)) faults.push(`${path}: the title must start with "${number}. ".`);
    if (!/^Date: \d{4}-\d\d-\d\d\. Status: /m.test(text))
      faults.push(`${path}: add the line "Date: YYYY-MM-DD. Status: …".`);
    if (!index.includes(`(${path.split('/').at(-1)})`))
      faults.push(`${path}: missing from docs/decisions/README.md.`);
  });
  return faults;
}

function projectFiles(): ProjectFile[] {
  const folders = [
    'benches',
    'contract',
    'db',
    'docs',
    'mail',
    'office',
    'scripts',
    'seeds',
    'server',
    'tests',
    'web',
  ];
  const paths = globSync(['*.md', '{.github,' + folders.join(',') + '}/**/*.{md,mjs,sql,ts,tsx}'], {
    cwd: ROOT,
  });
  return paths.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

function main(): void {
  const files = projectFiles();
  const read = (path: string) => files.find((file) => file.path === path)?.text ?? '';
  const rules = rulesOf(read('docs/product.md'));
  const exists = (path: string) => existsSync(join(ROOT, path));
  const faults = [...ruleFaults(rules), ...decisionFaults(files, read('docs/decisions/README.md'))];
  for (const file of files) {
    const own: string[] = [];
    const isDocument =
      file.path.endsWith('.md') &&
      !/^(?:seeds\/pages|benches\/results|CHANGELOG|docs\/decisions\/template|docs\/style)/.test(file.path);
    if (isDocument) own.push(...documentFaults(file, exists));
    if (!file.path.startsWith('scripts/checks/check-docs') && !file.path.startsWith('db/migrations/'))
      own.push(...citationFaults(file, rules));
    faults.push(...own.map((fault) => `${file.path}: ${fault}`));
  }
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
