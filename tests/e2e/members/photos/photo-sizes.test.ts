import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { appReady } from '#support/browser/browser.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();

interface Shown {
  width: number;
  /** The width that `sizes` announces: browsers divide the picture's pixels by its density. */
  announced: number;
  file: number;
}

/** The loaded photos of a list that offer several widths. */
const photosIn = (page: Page, list: string) =>
  page.locator(`${list} img[srcset]`).evaluateAll((images) =>
    images
      .filter((image): image is HTMLImageElement => image instanceof HTMLImageElement)
      .filter(({ complete, naturalWidth, clientWidth }) => complete && naturalWidth > 0 && clientWidth > 0)
      .map(({ clientWidth, naturalWidth, currentSrc }): Shown => ({
        width: clientWidth,
        announced: naturalWidth,
        file: Number(/\/(\d+)\?/.exec(currentSrc)?.[1]),
      })),
  );

async function photosOf(path: string, list: string, width: number, deviceScaleFactor: number) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, deviceScaleFactor });
  const page = await context.newPage();
  const url = (to: string) => site.url + to;
  await context.addCookies([{ name: 'site_entry', value: new Date(0).toISOString(), url: site.url }]);
  await page.request.post(url('/api/user.php'), { data: { email: emailOf('anna'), password: demoPassword } });
  await page.goto(url(path));
  await appReady(page);
  await expect.poll(async () => (await photosIn(page, list)).length).toBeGreaterThan(0);
  const photos = await photosIn(page, list);
  await context.close();
  return photos;
}

test('announces the width at which each photo is shown', async () => {
  const lists = [
    { path: '/members', list: '#content ul', widths: [640, 820, 1024, 1440] },
    { path: '/profile', list: 'section[aria-labelledby="my-photos"] ol', widths: [390, 640, 820, 1440] },
  ];
  for (const { path, list, widths } of lists)
    for (const viewport of widths)
      for (const { width, announced } of await photosOf(path, list, viewport, 1))
        expect(
          Math.abs(announced / width - 1),
          `${path} at ${viewport}: ${announced} for ${width}`,
        ).toBeLessThan(0.1);
});

test('loads the 480 pixel photos of cards on a phone with three pixels per CSS pixel', async () => {
  for (const phone of [360, 390, 430])
    for (const { file } of await photosOf('/members', '#content ul', phone, 3)) expect(file).toBe(480);
});
