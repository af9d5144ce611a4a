import { generate } from 'otplib';
import { readFileSync } from 'node:fs';
import { demoOperatorSecret } from '#seeds/people.ts';
import { appReady, complaintsOf, launchBrowser, newPage } from '#support/browser/browser.ts';
const base = 'http://localhost:4320';
const browser = await launchBrowser();
const stateFile = '/tmp/glance-state.json';
const { existsSync } = await import('node:fs');
if (!existsSync(stateFile)) {
  const link = /\S+\/admin\/login\?token=\S+/.exec(readFileSync('/tmp/glance-site.out', 'utf8'))![0];
  const page = await newPage(browser, { baseURL: base } as never);
  page.setDefaultTimeout(240000); page.setDefaultNavigationTimeout(240000);
  await page.goto(link);
  await page.locator('input[name=code]').fill(await generate({ secret: demoOperatorSecret }));
  await page.locator('input[name=code]').press('Enter');
  await page.waitForURL(/\/admin$/);
  await page.context().storageState({ path: stateFile });
}
const state = JSON.parse(readFileSync(stateFile, 'utf8'));
for (const path of process.argv.slice(2)) {
  for (const [width, dark] of (process.env['ONLY'] ? JSON.parse(process.env['ONLY']) : [[1280, false], [1440, true], [390, false], [390, true]]) as [number, boolean][]) {
    const page = await newPage(browser, { baseURL: base, dark, device: width < 600 ? 'phone' : 'desktop' } as never);
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    await page.context().addCookies(state.cookies);
    page.setDefaultTimeout(200000); const complaints = complaintsOf(page);
    await page.goto(`/en${path}`, { waitUntil: 'load', timeout: 200_000 });
    await appReady(page).catch(() => complaints.push('not started'));
    await page.waitForTimeout(1500);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const name = `/tmp/glance${path.replace(/\W+/g, '_')}-${width}-${dark ? 'dark' : 'light'}.png`;
    await page.screenshot({ path: name, fullPage: true });
    console.log(name, page.url(), 'overflow', wide, ...complaints);
    await page.context().close();
  }
}
await browser.close();
