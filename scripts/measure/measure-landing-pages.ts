import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import lighthouse from 'lighthouse';
import { launchBrowser } from '#support/browser/browser.ts';
import { designs, measureDesign, most } from '#support/browser/landing-pages.ts';
import { freePort } from '#support/running-site.ts';
import { serveCopies } from './static-copy.ts';

// `node scripts/run.mjs scripts/measure/measure-landing-pages.ts http://localhost:3000`: what each landing page and the home page load before the
// visitor acts, how far they move, and in Lighthouse when their largest part is painted and how long they block, each beside a
// static copy of itself: the same HTML, styles, fonts and pictures without script, from a bare server, in the same run. Ends with
// 1 where a limit is passed. Writes benches/results/landing-pages.md; the tests check bytes and layout shift at every run.

/** Largest paint against the copy's, and how many ms longer a page may block than its copy, which has no script but the same noise of the machine. */
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
      script <= most.script && style <= most.style && shift <= most.shift && ratio <= limits.ratio && page.blocking - copy.blocking <= limits.blocking;
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

/** The browser for Lighthouse, the machine's own: the one inside npm is older and aborts the site's pages there. CHROME_PATH names another. */
async function startPainter(): Promise<ChildProcess> {
  const child = spawn(
    process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    ['--headless', `--remote-debugging-port=${port}`, `--user-data-dir=${folder}`, '--no-sandbox', '--disable-gpu', 'about:blank'],
    { stdio: 'ignore' },
  );
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null)) return child;
    await wait(100);
  }
  throw new Error('The browser for Lighthouse did not start.');
}

/** One page in Lighthouse as a phone on a slow connection: ms until the largest part is painted, ms of blocking, bytes in all. */
async function paintOf(url: string): Promise<{ paint: number; blocking: number; bytes: number }> {
  const onlyAudits = ['largest-contentful-paint', 'total-blocking-time', 'total-byte-weight'];
  const result = await lighthouse(url, { port, onlyAudits, logLevel: 'silent', formFactor: 'mobile', disableFullPageScreenshot: true });
  const value = (audit: string) => {
    const { numericValue, errorMessage } = result!.lhr.audits[audit]!;
    if (numericValue === undefined) throw new Error(`${url}, ${audit}: ${errorMessage ?? result!.lhr.runtimeError?.message}`);
    return numericValue;
  };
  return { paint: value('largest-contentful-paint'), blocking: value('total-blocking-time'), bytes: value('total-byte-weight') };
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
