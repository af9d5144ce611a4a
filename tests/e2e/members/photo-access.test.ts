import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
let anna: number;
let bram: number;
const { idOf, pageOf } = chatPages(() => ({ site, browser, database }));

beforeAll(async () => {
  [anna, bram] = [await idOf('anna'), await idOf('bram')];
});
beforeEach(async () => {
  await closePages(browser);
  await database.query('delete from photo_access');
  await database.query('update profiles set invisible = false, incognito = false where id = $1', [anna]);
  await database.query(
    `update photos set private = false, on_request = false where member_id = $1 and status = 'active'`,
    [anna],
  );
});

for (const device of ['desktop', 'phone'] as const) {
  test(`a photo on request opens when its owner says yes, and closes when she ends it (${device})`, async () => {
    const hers = await pageOf('anna', '/profile', { device });
    await hers.getByRole('button', { name: 'Opties voor foto 2' }).click();
    await hers.getByRole('button', { name: 'Alleen voor wie ik kies' }).click();
    await hers.getByText('Op verzoek', { exact: true }).waitFor();

    const his = await pageOf('bram', `/members/${anna}`, { device });
    await his.getByRole('button', { name: 'Foto op verzoek' }).click();
    await his.getByRole('button', { name: 'Vraag om te kijken' }).click();
    await his.getByText('Je hebt het Anna gevraagd.').waitFor();
    expect(await accessibilityFaults(his)).toEqual([]);

    await hers.goto('/photo-access');
    await hers.getByRole('group', { name: 'Bram' }).getByRole('button', { name: '24 uur' }).click();
    await hers.getByText(/^Tot /).waitFor();
    expect(await accessibilityFaults(hers)).toEqual([]);
    await his.getByText(/^Anna laat je deze foto zien tot /).waitFor();

    await hers.getByRole('button', { name: 'Beëindigen' }).click();
    await his.getByText('Je hebt het Anna gevraagd.').waitFor();
  });

  test(`a request is answered in the chat (${device})`, async () => {
    await database.query(
      'update photos set private = true, on_request = true where id = (select max(id) from photos where member_id = $1)',
      [anna],
    );
    const his = await pageOf('bram', `/members/${anna}/chat`, { device });
    await his.locator('header').getByRole('button', { name: /Anna/ }).click();
    await his.getByRole('button', { name: "Vraag om foto's te zien" }).click();
    await his.getByText('Anna kan nu beslissen.').waitFor();

    const hers = await pageOf('anna', `/members/${bram}/chat`, { device });
    const bar = hers.getByRole('region', { name: "Foto's op verzoek" });
    await bar.getByText("Bram wil je foto's op verzoek zien.").waitFor();
    expect(await accessibilityFaults(hers)).toEqual([]);
    await bar.getByRole('button', { name: 'Voorgoed' }).click();
    await bar.waitFor({ state: 'detached' });
    const { rows } = await database.query('select state, expires_at from photo_access');
    expect(rows).toEqual([{ state: 'granted', expires_at: null }]);
  });

  test(`a member sees what others get, and the switches change it (${device})`, async () => {
    const page = await pageOf('anna', '/who-can-see-me', { device });
    await page.getByText('Die vindt je bij het zoeken en kan je profiel openen.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const height = await page.locator('main').evaluate((main) => main.getBoundingClientRect().height);
    expect(height).toBeLessThan(device === 'phone' ? 1600 : 1000);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
      device === 'phone' ? 390 : page.viewportSize()!.width,
    );
    await page.getByRole('button', { name: 'Iemand die je blokkeerde' }).click();
    await page.getByText('Je bent geblokkeerd door Anna.').waitFor();
    await page.getByRole('button', { name: 'Een premiumlid' }).click();
    await page.getByText('De rest van het profiel').click();
    await page.getByRole('heading', { name: 'Over Anna' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Een bezoeker' }).click();
    await page.getByRole('heading', { name: 'Over Anna' }).waitFor();
    await page.getByRole('link', { name: 'Wie mij mag schrijven' }).waitFor();
    await page.getByLabel('Onzichtbaar zijn').click();
    await page.getByText('Voor die persoon bestaat je profiel niet.').waitFor();
    await page.getByText('Deze pagina is niet gevonden').waitFor();
  });
}
