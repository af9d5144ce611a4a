import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { itemAt, must } from '#contract/must.ts';

/**
 * Runs Lighthouse as a phone on the public pages of a running site and compares the scores with the goals.
 *   node scripts/run.mjs scripts/measure/lighthouse.ts http://localhost:3000 /en /en/login
 * RUNS=5 takes the median of five runs. CHROME_PATH is the path of the browser.
 */
const [base = 'http://localhost:3000', ...paths] = process.argv.slice(2);
const GOALS: Record<string, number> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
};
const runs = Number(process.env['RUNS'] ?? 1);
const PORT = 3519;
const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
  args: [`--remote-debugging-port=${PORT}`, '--no-sandbox', '--disable-gpu'],
});
type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];
let missed = 0;
try {
  for (const path of paths.length > 0
    ? paths
    : ['/en', '/en/signup', '/en/login', '/en/pricing', '/en/pages/terms', '/en/match-finder']) {
    const results: Result[] = [];
    for (let run = 0; run < runs; run++) {
      const result = await lighthouse(base + path, { port: PORT, onlyCategories: Object.keys(GOALS) });
      results.push(must(result, `Lighthouse result for ${path}`).lhr);
    }
    const median = (of: (result: Result) => number) =>
      itemAt(
        results.map(of).toSorted((a, b) => a - b),
        Math.floor(runs / 2),
      );
    const scores = Object.entries(GOALS).map(([name, goal]) => {
      const score = Math.round(
        median(({ categories }) => (must(categories[name], `score for ${name}`).score ?? 0) * 100),
      );
      if (score < goal) missed++;
      return `${name} ${score}${score < goal ? '!' : ''}`;
    });
    const figure = (audit: string) =>
      Math.round(median(({ audits }) => audits[audit]?.numericValue ?? 0) * 1000) / 1000;
    console.log(
      path,
      ...scores,
      `LCP ${figure('largest-contentful-paint')} ms, TBT ${figure('total-blocking-time')} ms, CLS ${figure('cumulative-layout-shift')}`,
    );
    const { audits, categories } = itemAt(results, 0);
    const performance = must(categories['performance'], 'score for performance');
    for (const { id, title, score } of Object.values(audits)) {
      if (score === 0 && performance.auditRefs.every((ref) => ref.id !== id))
        console.log(`  ${id}: ${title}`);
    }
  }
} finally {
  await browser.close();
}
process.exitCode = missed > 0 ? 1 : 0;
