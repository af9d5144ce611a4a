import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages, complaintsOf } from '#support/browser/browser.ts';
import { chatPages, log } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { recording, WAVEFORM } from '#support/recordings.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { idOf, pageOf } = chatPages(() => ({ site, browser, database }));
beforeEach(() => closePages(browser));

test('plays a voice message, and marks it as listened to when the recipient plays it', async () => {
  const [anna, bram] = [await idOf('anna'), await idOf('bram')];
  await database.query(`select book_credits($1, 'purchase', 200, 'sales', $2, null)`, [anna, randomUUID()]);
  const [one, two] = [
    await pageOf('anna', `/members/${bram}/chat`),
    await pageOf('bram', `/members/${anna}/chat`, { device: 'phone', dark: true }),
  ];
  const complaints = [complaintsOf(one), complaintsOf(two)];
  const sent = await one.request.post('/api/chat.php', {
    multipart: {
      profile: String(bram),
      client_id: randomUUID(),
      waveform: WAVEFORM,
      file: { name: 'voice.webm', mimeType: 'audio/webm', buffer: await recording({ seconds: 2 }) },
    },
  });
  expect(sent.status()).toBe(201);
  const { id } = (await sent.json()).message.voice;
  for (const page of [one, two]) await log(page).getByLabel('Spraakbericht, 0:02').waitFor();
  expect(await accessibilityFaults(one)).toEqual([]);
  expect(await accessibilityFaults(two)).toEqual([]);

  const play = (page: typeof one) =>
    log(page)
      .getByLabel('Spraakbericht, 0:02')
      .evaluate((audio: HTMLAudioElement) => {
        void audio.play().catch(() => undefined);
      });
  const listened = two.waitForResponse((response) => response.url().endsWith('/api/chat-voice.php'));
  await play(two);
  const answer = await listened;
  expect(answer.status()).toBe(200);
  expect((await answer.json()).message.voice).toMatchObject({ id, listened: true });
  expect(complaints).toEqual([[], []]);
});
