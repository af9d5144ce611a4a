import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { log } from '#support/browser/chat-pages.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { startTranslationService } from '#support/services/fake-libretranslate.ts';

const service = await startTranslationService();
afterAll(() => service.close());
const { site, browser } = await siteForTests({ TRANSLATION_URL: service.url });
const pages = await memberPages(site, browser);
beforeEach(async () => {
  await closePages(browser);
  service.answerWith(null);
  service.asked.length = 0;
});

let conversations = 0;

/** A conversation with the words that one member wrote to another. */
async function written(device: 'phone' | 'desktop', dark: boolean, ...texts: string[]) {
  const number = ++conversations;
  const wim = await pages.plant({ name: `Wim${number}`, gender: 'male', premium: true });
  const tess = await pages.plant({ name: `Tess${number}`, premium: true });
  const writing = await pages.page(wim);
  await pages.open(writing, `/en/members/${tess}`);
  const say = (text: string) =>
    pages.ask(writing, 'POST', '/api/chat.php', {
      profile: tess,
      client_id: crypto.randomUUID(),
      text,
      words_confirmed: true,
    });
  for (const text of texts) await say(text);
  const page = await pages.page(tess, { device, dark });
  return { page, say, open: () => pages.open(page, `/en/members/${wim}/chat`) };
}

async function chooseTranslate(page: Page, text: string) {
  const line = log(page).locator('[data-message]', { hasText: text }).first();
  // On touch screens a tap shows the buttons.
  await line.click({ position: { x: 8, y: 8 } });
  await line.getByRole('button', { name: 'React and more' }).click();
  await page.getByRole('button', { name: 'Translate', exact: true }).click();
}

const HOLIDAY = 'Ik ga morgen met de trein naar zee, ga je mee?';
const COFFEE = 'Zullen we daarna ergens koffie drinken?';

test.each([
  ['phone', true],
  ['desktop', false],
] as const)(
  'translates one message, then all of a conversation, on a %s (dark: %s)',
  async (device, dark) => {
    const { page, say, open } = await written(device, dark, HOLIDAY, COFFEE);
    await open();
    await chooseTranslate(page, HOLIDAY);
    await page.getByText(`[en] ${HOLIDAY}`).waitFor();
    expect(await log(page).getByText(HOLIDAY, { exact: true }).count()).toBe(1);
    await page.getByText('Translated from Dutch').waitFor();
    expect(await page.getByText(`[en] ${COFFEE}`).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole('button', { name: /^Always for Wim/ }).click();
    await page.getByText(`[en] ${COFFEE}`).waitFor();
    await say('Of heb je liever een ijsje op het strand?');
    await page.getByText('[en] Of heb je liever een ijsje op het strand?').waitFor();
    // In the member's own language, so it is not sent to the service.
    const english = 'I really want to see you tomorrow at the station';
    await say(english);
    await log(page).getByText(english).waitFor();
    await say('Wat vind je daarvan?');
    await page.getByText('[en] Wat vind je daarvan?').waitFor();
    await page.screenshot({ path: `/tmp/tr2-${device}.png` });
    expect(service.asked.map(({ q }) => q)).not.toContain(english);

    await page.reload();
    await page.getByText(`[en] ${HOLIDAY}`).waitFor();
    await page
      .getByRole('button', { name: /^Always for Wim/, pressed: true })
      .first()
      .click();
    await page.reload();
    await log(page).getByText(HOLIDAY).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('[en]').count()).toBe(0);
  },
);

test('says that a translation failed, and tries again', async () => {
  const { page, open } = await written('phone', false, HOLIDAY);
  await open();
  service.answerWith({ status: 500, body: '' });
  await chooseTranslate(page, HOLIDAY);
  await page.getByText('This could not be translated now.').waitFor();
  service.answerWith(null);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(`[en] ${HOLIDAY}`).waitFor();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await page.getByText(`[en] ${HOLIDAY}`).waitFor({ state: 'detached' });
});

test("uses the browser's own translator, so that the words stay on the device", async () => {
  const { page, open } = await written('desktop', false, HOLIDAY);
  // The test browsers have neither interface. These have the shape of Chrome's.
  await page.addInitScript(() => {
    const none = { destroy() {} };
    Object.assign(globalThis, {
      LanguageDetector: {
        availability: async () => 'available',
        create: async () => ({ ...none, detect: async () => [{ detectedLanguage: 'nl', confidence: 0.9 }] }),
      },
      Translator: {
        availability: async ({ sourceLanguage }: { sourceLanguage: string }) =>
          sourceLanguage === 'nl' ? 'downloadable' : 'unavailable',
        create: async ({ targetLanguage }: { targetLanguage: string }) => ({
          ...none,
          translate: async (text: string) => `(${targetLanguage}) ${text}`,
        }),
      },
    });
  });
  await open();
  await chooseTranslate(page, HOLIDAY);
  await page.getByText(`(en) ${HOLIDAY}`).waitFor();
  expect(service.asked).toEqual([]);
});
