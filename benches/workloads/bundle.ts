import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { itemAt } from '#contract/must.ts';
import { appReady, launchBrowser, newPage } from '#support/browser/browser.ts';
import { budgets, goals, type Budget } from '#support/browser/budgets.ts';
import { weigh } from '#support/browser/page-weight.ts';
import type { ModuleWeights } from '../../scripts/build/module-weights.ts';
import type { Bench, Found, Outcome } from '../workload.ts';

const NAMED = 12;

interface Screen {
  budget: Budget;
  files: { name: string; kind: 'script' | 'style'; wire: number; text: Buffer }[];
}

/**
 * F1, F2: the files that each screen loads before any interaction, in a first-time visitor's browser; its
 * largest modules; and the change since the last report.
 */
export async function bundle({ site }: Bench): Promise<Outcome> {
  const before = reported(join(import.meta.dirname, '..', 'results', 'bundle.md'));
  const build = process.env['BUILD_DIR'] ?? 'build';
  const modules = JSON.parse(readFileSync(join(build, 'modules.json'), 'utf8')) as ModuleWeights;
  const browser = await launchBrowser();
  try {
    const cookie = itemAt(await site.sessions([1]), 0);
    const screens: Screen[] = [];
    for (const budget of budgets)
      screens.push(await screenOf(browser, `http://localhost:${site.port}`, budget, cookie));
    return {
      id: 'F1, F2',
      title: 'What screens load before their visitor acts',
      goal: 'within the goals',
      anySize: true,
      rounds: [],
      found: screens.map(({ budget, files }): Found => ({
        id: budget.path,
        goal: `<= ${goals[budget.by].script / 1000} kB`,
        value: wireOf(files, 'script') / 1000,
      })),
      notes: [...table(screens, before), ...screens.flatMap((screen) => heaviest(screen, modules))],
      statements: [],
    };
  } finally {
    await browser.close();
  }
}

async function screenOf(browser: Browser, base: string, budget: Budget, cookie: string): Promise<Screen> {
  const page = await newPage(browser, { baseURL: base, language: 'en' });
  try {
    if (budget.by === 'member') await page.context().addCookies([{ name: 'auth', value: cookie, url: base }]);
    const path = await addressOf(page, budget.path);
    const { files } = await weigh(page, path, async () => {
      if ((await page.locator('#deferred-start').count()) === 0) await appReady(page);
    });
    const kept: Screen['files'] = [];
    for (const { path: address, type, bytes } of files) {
      if (type !== 'Script' && type !== 'Stylesheet') continue;
      const text = await (await page.request.get(address)).body();
      kept.push({ name: address, kind: type === 'Script' ? 'script' : 'style', wire: bytes, text });
    }
    return { budget, files: kept };
  } finally {
    await page.context().close();
  }
}

/** Fills in the placeholders of a budget's path. */
async function addressOf(page: Page, path: string): Promise<string> {
  const read = async (call: string) => (await page.request.get(`/api/${call}.php`)).json();
  if (path.includes('{conversation}')) {
    const { chats } = (await read('chats')) as { chats: { conversation: { id: number } }[] };
    return path.replace('{conversation}', String(itemAt(chats, 0).conversation.id));
  }
  if (!path.includes('{member}')) return path;
  const { results } = (await read('members')) as { results: { id: number }[] };
  return path.replace('{member}', String(itemAt(results, 0).id));
}

const ofKind = (files: Screen['files'], kind: 'script' | 'style') =>
  files.filter((file) => file.kind === kind);
const wireOf = (files: Screen['files'], kind: 'script' | 'style') =>
  ofKind(files, kind).reduce((sum, { wire }) => sum + wire, 0);
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

function table(screens: Screen[], before: Map<string, [script: number, style: number]>): string[] {
  const sizes = (files: Screen['files']) =>
    [
      (text: Buffer) => text.length,
      (text: Buffer) => gzipSync(text, { level: 9 }).length,
      (text: Buffer) => brotliCompressSync(text).length,
    ]
      .map((size) => kilobytes(files.reduce((sum, { text }) => sum + size(text), 0)))
      .join(' / ');
  const change = (path: string, which: 0 | 1, now: number) => {
    const then = before.get(path)?.[which];
    if (then === undefined) return 'new';
    const more = now - then;
    return Math.abs(more) < 0.05 ? '0' : `${more > 0 ? '+' : '−'}${Math.abs(more).toFixed(1)}`;
  };
  return [
    'kB; "over the wire" is what the browser took, in Brotli. `tests/e2e/visitors/page-weight.test.ts` keeps screens within budgets near what they load now.',
    '',
    '| screen | script over the wire | change | goal | raw / gzip / br | style over the wire | change | goal | raw / gzip / br |',
    '|---|---|---|---|---|---|---|---|---|',
    ...screens.map(({ budget, files }) => {
      const cells = (['script', 'style'] as const).flatMap((kind, which) => {
        const wire = wireOf(files, kind) / 1000;
        return [
          wire.toFixed(1),
          change(budget.path, which as 0 | 1, wire),
          String(goals[budget.by][kind] / 1000),
          sizes(ofKind(files, kind)),
        ];
      });
      return `| ${[budget.path, ...cells].join(' | ')} |`;
    }),
    '',
  ];
}

function heaviest({ budget, files }: Screen, modules: ModuleWeights): string[] {
  const scripts = ofKind(files, 'script').toSorted((a, b) => b.wire - a.wire);
  const all = new Map<string, number>();
  for (const { name } of scripts)
    for (const [module, bytes] of modules[`assets/${basename(name)}`] ?? [])
      all.set(module, (all.get(module) ?? 0) + bytes);
  if (all.size === 0) return [];
  const total = [...all.values()].reduce((sum, bytes) => sum + bytes, 0);
  const rows = [...all].toSorted(([, a], [, b]) => b - a).slice(0, NAMED);
  return [
    `## ${budget.path}`,
    '',
    `Chunks: ${scripts.map(({ name, wire }) => `${basename(name).replace(/-[\w-]{8}\.js$/, '')} ${kilobytes(wire)}`).join(', ')}.`,
    '',
    '| module | share of the script |',
    '|---|---|',
    ...rows.map(([module, bytes]) => `| ${module} | ${((bytes / total) * 100).toFixed(1)}% |`),
    '',
  ];
}

function reported(path: string): Map<string, [script: number, style: number]> {
  if (!existsSync(path)) return new Map();
  const rows = readFileSync(path, 'utf8').matchAll(
    /^\| (\/\S*) \| ([\d.]+) \| [^|]*\|[^|]*\|[^|]*\| ([\d.]+) \|/gm,
  );
  return new Map(
    [...rows].map(([, screen = '', script, style]) => [screen, [Number(script), Number(style)]]),
  );
}
