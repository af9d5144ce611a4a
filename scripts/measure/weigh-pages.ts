import { appReady, launchBrowser, newPage } from '#support/browser/browser.ts';
import { weigh } from '#support/browser/page-weight.ts';

/**
 * Lists the files that pages load before any interaction, with their size over the wire (docs/product.md 15.1).
 *   COOKIES="auth=…" node scripts/run.mjs scripts/measure/weigh-pages.ts http://localhost:3000 /members /chats/1
 */
const [base = 'http://localhost:3000', ...paths] = process.argv.slice(2);
const browser = await launchBrowser();
try {
  for (const path of paths.length ? paths : ['/']) {
    const page = await newPage(browser, { baseURL: base });
    for (const part of (process.env['COOKIES'] ?? '').split('; ').filter(Boolean)) {
      const [name = '', ...value] = part.split('=');
      await page.context().addCookies([{ name, value: value.join('='), url: base }]);
    }
    // A page with deferred scripts is complete without them.
    const { script, style, files } = await weigh(page, path, async () => {
      if ((await page.locator('#deferred-start').count()) === 0) await appReady(page);
    });
    console.log(
      `\n${path}: ${(script / 1000).toFixed(1)} kB of script, ${(style / 1000).toFixed(1)} kB of style`,
    );
    for (const file of files)
      if (['Script', 'Stylesheet'].includes(file.type))
        console.log(`  ${String(file.bytes).padStart(7)}  ${file.encoding.padEnd(5)} ${file.path}`);
    await page.context().close();
  }
} finally {
  await browser.close();
}
