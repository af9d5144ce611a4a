import { mkdir } from 'node:fs/promises';
import { appReady, complaintsOf, launchBrowser, newPage } from '#support/browser/browser.ts';

/**
 * Takes screenshots of pages at both sizes, in light and dark mode.
 *   node scripts/run.mjs scripts/measure/screenshot.ts http://localhost:3000 /tmp/shots /members /en/chats
 * COOKIES="auth=…; theme=dark" sets cookies, ONLY=phone-dark takes one variant, and FULL=1 takes whole pages.
 */
const [base = 'http://localhost:3000', folder = '/tmp/shots', ...paths] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const path of paths.length ? paths : ['/']) {
    for (const device of ['phone', 'desktop'] as const) {
      for (const dark of [false, true]) {
        const variant = `${device}-${dark ? 'dark' : 'light'}`;
        if (process.env['ONLY'] && !variant.startsWith(process.env['ONLY'])) continue;
        const page = await newPage(browser, {
          device,
          dark,
          baseURL: base,
          entered: process.env['ENTRY'] === undefined,
        });
        const complaints = complaintsOf(page);
        for (const part of (process.env['COOKIES'] ?? '').split('; ').filter(Boolean)) {
          const [name = '', ...value] = part.split('=');
          await page.context().addCookies([{ name, value: value.join('='), url: base }]);
        }
        await page.goto(path, { waitUntil: 'load' });
        await page.mouse.move(5, 400);
        await appReady(page).catch(() => complaints.push('the app did not start'));
        await page.waitForTimeout(400);
        const name = `${path.replace(/\W+/g, '_').replace(/^_|_$/g, '') || 'index'}-${variant}.png`;
        await page.screenshot({ path: `${folder}/${name}`, fullPage: process.env['FULL'] !== undefined });
        console.log(name, page.url(), ...complaints);
        await page.context().close();
      }
    }
  }
} finally {
  await browser.close();
}
