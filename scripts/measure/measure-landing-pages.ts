import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import lighthouse from 'lighthouse';
import { must } from '#contract/must.ts';
import { launchBrowser } from '#support/browser/browser.ts';
import { designs, measureDesign, most } from '#support/browser/landing-pages.ts';
import { freePort } from '#support/running-site.ts';
import { serveCopies } from './static-copy.ts';

// `node scripts/run.mjs scripts/measure/measure-landing-pages.ts http://localhost:3000`: measures each
// landing page and the home page before any interaction: bytes, layout shift, and in Lighthouse the largest
// contentful paint and the blocking time. Each is compared with a static copy in the same run: the same HTML,
// styles, fonts and pictures without scripts, from a bare server. The exit code is 1 if a limit is exceeded.
// Writes benches/results/landing-pages.md. The browser tests check bytes and layout shift on every run.

/**
 * Limits relative to the static copy, which has no scripts but the same noise of the machine: ratio of
 * largest contentful paint, and extra blocking time in ms.
 */
const limits = { ratio: 1.3, blocking: 50 };

const [base = 'http://localhost:3000'] = process.argv.slice(2);
const port = await freePort();
const browser = await launchBrowser();
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
const painter = await startPainter();
const copies = await serveCopies(base);
const rows: string[] = [];
try {
  for (const path of ['/', ...designs]) {
    const { script, style, shift } = await measureDesign(browser, base, path);
    const [page, copy] = [await paintOf(base + path), await paintOf(await copies.add(path))];
    const ratio = page.paint / copy.paint;
    const fits =
      script <= most.script &&
      style <= most.style &&
      shift <= most.shift &&
      ratio <= limits.ratio &&
      page.blocking - copy.blocking <= limits.blocking;
    if (!fits) process.exitCode = 1;
    const cells = [
      kB(script),
      kB(style),
      kB(page.bytes),
      shift.toFixed(3),
      Math.round(page.paint),
      Math.round(copy.paint),
      ratio.toFixed(2),
      Math.round(page.blocking),
      Math.round(copy.blocking),
    ];
    rows.push(`| ${path} | ${cells.join(' | ')} |${fits ? '' : ' **over**'}`);
    console.log(rows.at(-1));
  }
} finally {
  copies.close();
  await browser.close();
  painter.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  painter.kill();
}

/**
 * Starts the machine's own browser for Lighthouse, because the one from npm is older and fails on the site's
 * pages. CHROME_PATH selects another.
 */
async function startPainter(): Promise<ChildProcess> {
  const child = spawn(
    process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    [
      '--headless',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${folder}`,
      '--no-sandbox',
      '--disable-gpu',
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null)) return child;
    await wait(100);
  }
  throw new Error('The browser for Lighthouse did not start.');
}

async function paintOf(url: string): Promise<{ paint: number; blocking: number; bytes: number }> {
  const onlyAudits = ['largest-contentful-paint', 'total-blocking-time', 'total-byte-weight'];
  const measured = await lighthouse(url, {
    port,
    onlyAudits,
    logLevel: 'silent',
    formFactor: 'mobile',
    disableFullPageScreenshot: true,
  });
  const { lhr } = must(measured, `Lighthouse result for ${url}`);
  const value = (audit: string) => {
    const { numericValue, errorMessage } = must(lhr.audits[audit], `audit ${audit}`);
    if (numericValue === undefined)
      throw new Error(`${url}, ${audit}: ${errorMessage ?? lhr.runtimeError?.message}`);
    return numericValue;
  };
  return {
    paint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    bytes: value('total-byte-weight'),
  };
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

writeFileSync(
  join(import.meta.dirname, '../../benches/results/landing-pages.md'),
  `# Landing pages before the visitor acts

A phone, empty cache, first visit; bytes over the wire in kB. At most ${most.script / 1000} kB of script, ${most.style / 1000} kB of style, a shift of ${most.shift}. LCP and TBT in ms as
Lighthouse reckons them for a phone on a slow connection. Beside each page stands a static copy of it: the same HTML, styles, fonts and
pictures without script, from a bare server, in the same run. LCP at most ${limits.ratio} times the copy's, TBT at most ${limits.blocking} ms more than the copy's.
Node ${process.versions.node} on a machine of ${availableParallelism()} cores that others use too. Written by \`scripts/measure/measure-landing-pages.ts\`.

| page | script | style | all | CLS | LCP | copy's LCP | ratio | TBT | copy's TBT |
|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`,
);
