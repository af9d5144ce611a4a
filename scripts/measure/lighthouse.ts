import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';

/**
 * Lighthouse on a phone over the public pages of a running site, beside the goals: performance 95, the others 100.
 *   node scripts/measure/lighthouse.ts http://localhost:3000 /en /en/login
 * RUNS=5 takes the median of so many; CHROME_PATH names the browser.
 */
const [base = 'http://localhost:3000', ...paths] = process.argv.slice(2);
const GOALS: Record<string, number> = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const runs = Number(process.env['RUNS'] ?? 1);
const PORT = 3519;
const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
  args: [`--remote-debugging-port=${PORT}`, '--no-sandbox', '--disable-gpu'],
});
type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];
let missed = 0;
try {
  for (const path of paths.length > 0 ? paths : ['/en', '/en/signup', '/en/login', '/en/pricing', '/en/pages/terms', '/en/match-finder']) {
    const results: Result[] = [];
    for (let run = 0; run < runs; run++) results.push((await lighthouse(base + path, { port: PORT, onlyCategories: Object.keys(GOALS) }))!.lhr);
    const median = (of: (result: Result) => number) => results.map(of).toSorted((a, b) => a - b)[Math.floor(runs / 2)]!;
    const scores = Object.entries(GOALS).map(([name, goal]) => {
      const score = Math.round(median(({ categories }) => (categories[name]!.score ?? 0) * 100));
      if (score < goal) missed++;
      return `${name} ${score}${score < goal ? '!' : ''}`;
    });
    const figure = (audit: string) => Math.round(median(({ audits }) => audits[audit]?.numericValue ?? 0) * 1000) / 1000;
    console.log(
      path,
      ...scores,
      `LCP ${figure('largest-contentful-paint')} ms, TBT ${figure('total-blocking-time')} ms, CLS ${figure('cumulative-layout-shift')}`,
    );
    for (const { id, title, score } of Object.values(results[0]!.audits)) {
      if (score === 0 && results[0]!.categories['performance']!.auditRefs.every((ref) => ref.id !== id)) console.log(`  ${id}: ${title}`);
    }
  }
} finally {
  await browser.close();
}
process.exitCode = missed > 0 ? 1 : 0;
