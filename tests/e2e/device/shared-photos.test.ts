import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { appReady } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const people = await memberPages(site, browser);

test('queues photos shared by another app for cropping in the profile', async () => {
  const fenna = await people.plant({ name: 'Fenna' });
  const page = await people.page(fenna, { worker: true });
  await people.open(page, '/en/members');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // A form with a file is posted as a navigation, as the share sheet does.
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 1200 });
    canvas.getContext('2d')!.fillRect(100, 100, 500, 700);
    const picture = await new Promise<Blob>((resolve) =>
      canvas.toBlob((blob) => resolve(blob!), 'image/png'),
    );
    const form = Object.assign(document.createElement('form'), {
      action: '/en/share',
      method: 'post',
      enctype: 'multipart/form-data',
    });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photo' });
    const files = new DataTransfer();
    files.items.add(new File([picture], 'holiday.png', { type: 'image/png' }));
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  });
  await page.waitForURL('**/en/profile**');
  await page
    .locator('dialog[open]')
    .getByRole('button', { name: /Use photo/ })
    .waitFor();
});

test('uploads no shared photo without a press, even one that the browser cannot show', async () => {
  const hanne = await people.plant({ name: 'Hanne' });
  const page = await people.page(hanne, { worker: true });
  await people.open(page, '/en/members');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const heic = readFileSync(new URL('../../support/phone.heic', import.meta.url)).toString('base64');
  await page.evaluate((bytes) => {
    const form = Object.assign(document.createElement('form'), {
      action: '/en/share',
      method: 'post',
      enctype: 'multipart/form-data',
    });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photo' });
    const files = new DataTransfer();
    const content = Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0)!);
    files.items.add(new File([content], 'phone.heic', { type: 'image/heic' }));
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, heic);
  await page.waitForURL('**/en/profile**');
  const dialog = page.locator('dialog[open]');
  await dialog.getByText('phone.heic').waitFor();
  const count = () =>
    page.evaluate(async () => {
      const user: { profile: { photos: unknown[] } } = await (await fetch('/api/user.php')).json();
      return user.profile.photos.length;
    });
  expect(await count()).toBe(0);
  await dialog.getByRole('button', { name: 'Use photo' }).click();
  await expect.poll(count).toBe(1);
});

test("ignores a photo that another site's form shares, and asks before using one that hides its origin", async () => {
  const tessa = await people.plant({ name: 'Tessa' });
  const page = await people.page(tessa, { worker: true });
  await people.open(page, '/en/members');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const photos = () =>
    page.evaluate(async () => {
      const user: { profile: { photos: unknown[] } } = await (await fetch('/api/user.php')).json();
      return user.profile.photos.length;
    });
  const attacker = createServer((request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(sharingForm(site.url, request.url === '/hidden' ? 'no-referrer' : 'unsafe-url')),
  ).listen(0, '127.0.0.1');
  await once(attacker, 'listening');
  try {
    const { port } = attacker.address() as AddressInfo;
    // The profile removes the query once it has read the shared photos.
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(frame.url()));
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.waitForURL('**/en/profile**');
    await appReady(page);
    expect(visited).toContain(`${site.url}/en/profile`);
    expect(visited.filter((url) => url.includes('shared'))).toEqual([]);
    await page.goto(`http://127.0.0.1:${port}/hidden`);
    await page.waitForURL('**/en/profile**');
    await page
      .locator('dialog[open]')
      .getByRole('button', { name: /Use photo/ })
      .waitFor();
    expect(await photos()).toBe(0);
  } finally {
    attacker.close();
  }
});

/** A page that posts a photo to the site's share target as soon as it loads. */
const sharingForm = (target: string, policy: string) => `<!doctype html>
  <meta name="referrer" content="${policy}">
  <form action="${target}/en/share" method="post" enctype="multipart/form-data"><input type="file" name="photo"></form>
  <script type="module">
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 1200 });
    canvas.getContext('2d').fillRect(100, 100, 500, 700);
    const picture = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    const files = new DataTransfer();
    files.items.add(new File([picture], 'planted.png', { type: 'image/png' }));
    document.querySelector('input').files = files.files;
    document.querySelector('form').submit();
  </script>`;
