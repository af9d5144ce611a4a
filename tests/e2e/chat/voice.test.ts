import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { appReady, closePages, complaintsOf, newPage } from '#support/browser/browser.ts';
import { chatPages, log } from '#support/browser/chat-pages.ts';
import { logInAsOwner } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { recording, WAVEFORM } from '#support/recordings.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { idOf, loggedIn, pageOf } = chatPages(() => ({ site, browser, database }));
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
  const player = (page: typeof one) => log(page).getByRole('group', { name: 'Spraakbericht, 0:02' });
  for (const page of [one, two]) await player(page).waitFor();
  expect(await accessibilityFaults(one)).toEqual([]);
  expect(await accessibilityFaults(two)).toEqual([]);

  const listened = two.waitForResponse((response) => response.url().endsWith('/api/chat-voice.php'));
  await player(two).getByRole('button', { name: 'Afspelen' }).tap();
  const answer = await listened;
  expect(answer.status()).toBe(200);
  expect((await answer.json()).message.voice).toMatchObject({ id, listened: true });
  await player(one).getByText('Beluisterd').waitFor();
  expect(complaints).toEqual([[], []]);
});

test('plays a reported voice message to its recipient and to the operator who decides', async () => {
  const [anna, bram] = [await idOf('anna'), await idOf('bram')];
  const sender = await loggedIn('anna');
  const sent = await sender.request.post('/api/chat.php', {
    multipart: {
      profile: String(bram),
      client_id: randomUUID(),
      waveform: WAVEFORM,
      file: { name: 'voice.webm', mimeType: 'audio/webm', buffer: await recording({ seconds: 3 }) },
    },
  });
  const { id } = (await sent.json()).message;
  const page = await pageOf('bram', `/complaints?profile=${anna}&message=${id}`, { device: 'phone' });
  await page.getByRole('group', { name: 'Spraakbericht, 0:03' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const reported = await page.request.post('/api/complaint.php', {
    data: { profile: anna, message: id, category: 'harassment', text: 'Luister hiernaar.' },
  });
  expect(reported.status()).toBe(201);

  const office = await newPage(browser, { baseURL: site.url });
  await logInAsOwner(office, site);
  await office.goto('/admin/complaints');
  await appReady(office);
  await office.getByRole('button', { name: 'Oppakken' }).click();
  const evidence = office.getByRole('group', { name: 'Spraakbericht, 0:03' });
  await evidence.waitFor();
  const loaded = office.waitForResponse((response) => response.url().includes('/complaint-voices/'));
  await evidence.getByRole('button', { name: 'Afspelen' }).click();
  expect((await loaded).headers()['content-type']).toBe('audio/mp4');
  expect(await accessibilityFaults(office)).toEqual([]);
  // A moderator's phone: the player narrows with its bubble.
  await office.setViewportSize({ width: 390, height: 844 });
  const beyond = evidence.evaluate(
    (player) =>
      player.getBoundingClientRect().right - (player.closest('li')?.getBoundingClientRect().right ?? 0),
  );
  expect(await beyond).toBeLessThan(0);
});
