import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '#support/browser.ts';
import { designs, measureDesign, most } from '#support/landing-pages.ts';

// `node scripts/measure/measure-landing-pages.ts http://localhost:3000`: what each landing page loads before its visitor acts, how far it
// moves and when its largest part is painted; a static file of the same server stands beside it. Writes benches/results/landing-pages.md.

const [base = 'http://localhost:3000'] = process.argv.slice(2);
const browser = await launchBrowser();
const rows: string[] = [];
try {
  for (const path of designs) {
    const { script, style, shift, largestPaint } = await measureDesign(browser, base, path);
    if (script > most.script || style > most.style || shift > most.shift) process.exitCode = 1;
    rows.push(`| ${path} | ${(script / 1000).toFixed(1)} | ${(style / 1000).toFixed(1)} | ${shift.toFixed(3)} | ${Math.round(largestPaint)} |`);
    console.log(rows.at(-1));
  }
} finally {
  await browser.close();
}
writeFileSync(
  join(import.meta.dirname, '../../benches/results/landing-pages.md'),
  `# Landing pages before the visitor acts\n\nA phone, empty cache, first visit; bytes over the wire in kB. At most ${most.script / 1000} kB of script, ${most.style / 1000} kB of style, a shift of ${most.shift}. LCP in ms is this machine's and for comparison only.\n\n| page | script | style | CLS | LCP |\n|---|---|---|---|---|\n${rows.join('\n')}\n`,
);
