import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';
import { startTranslationService, type TranslationService } from '#support/services/fake-libretranslate.ts';

let service: TranslationService;
let site: ChatSite;
beforeAll(async () => {
  service = await startTranslationService();
  site = await startChatSite({
    TRANSLATION_URL: service.url,
    TRANSLATION_KEY: 'a key',
    TRANSLATION_TIMEOUT_MS: '1500',
  });
});
afterAll(async () => {
  await site.close();
  await service.close();
});
beforeEach(() => {
  service.answerWith(null);
  service.asked.length = 0;
});

async function talk() {
  const [anna, bram] = [await site.person({ premium: true }), await site.person({ premium: true })];
  const { conversation, message } = (await anna.say(bram, 'Zullen we iets drinken?')).body;
  return { anna, bram, which: { conversation: conversation.id, message: message.id } };
}

const translate = (who: Person, which: { conversation: number; message: number }, to = 'en') =>
  who.call('translateMessage', { body: { ...which, to } } as never);

test('translates a received text by the service, and stores nothing', async () => {
  const { bram, which } = await talk();
  expect((await translate(bram, which)).body).toEqual({ text: '[en] Zullen we iets drinken?', from: 'nl' });
  expect(service.asked).toEqual([
    { q: 'Zullen we iets drinken?', source: 'auto', target: 'en', format: 'text', api_key: 'a key' },
  ]);
  const { rows } = await sql<{ body: string; revision: number }>`
    select body, revision from messages where id = ${which.message}`.execute(site.db);
  expect(rows).toEqual([{ body: 'Zullen we iets drinken?', revision: 0 }]);
});

test('says that a text is already in the language', async () => {
  const { bram, which } = await talk();
  expect((await translate(bram, which, 'nl')).body).toEqual({ text: null, from: 'nl' });
});

test('translates nothing that the member did not receive or can no longer read', async () => {
  const { anna, bram, which } = await talk();
  const stranger = await site.person({ premium: true });
  const errors = async () => [
    (await translate(anna, which)).body,
    (await translate(stranger, which)).body,
    (await translate(bram, { ...which, message: which.message + 1_000_000 })).body,
  ];
  for (const body of await errors()) expect(body).toMatchObject({ error: 'not_found' });
  expect((await translate(bram, which, 'xx')).status).toBe(400);

  await sql`insert into blocks (blocker_id, blocked_id) values (${anna.id}, ${bram.id})`.execute(site.db);
  expect((await translate(bram, which)).body).toMatchObject({ error: 'blocked_by' });
  await sql`delete from blocks where blocker_id = ${anna.id}`.execute(site.db);

  await sql`update messages set created_at = app_now() - interval '4000 days' where id = ${which.message}`.execute(
    site.db,
  );
  expect((await translate(bram, which)).body).toMatchObject({ error: 'not_found' });
  await sql`update messages set created_at = app_now() where id = ${which.message}`.execute(site.db);
  expect((await translate(bram, which)).status).toBe(200);

  await bram.call('deleteChat', { body: { conversation: which.conversation } });
  expect((await translate(bram, which)).body).toMatchObject({ error: 'not_found' });
  const second = await talk();
  await second.anna.call('deleteMessage', { body: { message: second.which.message } });
  expect((await translate(second.bram, second.which)).body).toMatchObject({ error: 'not_found' });
  expect(service.asked).toHaveLength(1);
});

test.each([
  ['fails', { status: 500, body: 'down' }],
  ['answers no JSON', { status: 200, body: '<html>' }],
  ['answers without a text', { status: 200, body: '{"translatedText": 7}' }],
  ['answers an empty text', { status: 200, body: '{"translatedText": " "}' }],
  ['answers far too much', { status: 200, body: JSON.stringify({ translatedText: 'x'.repeat(5000) }) }],
  ['redirects', { status: 302, body: '' }],
  ['does not answer in time', 'silence'],
] as const)('says so when the service %s', async (_what, answer) => {
  const { bram, which } = await talk();
  service.answerWith(answer);
  const { status, body } = await translate(bram, which);
  expect([status, body]).toMatchObject([503, { error: 'translation_failed' }]);
  service.answerWith(null);
  expect((await translate(bram, which)).status).toBe(200);
});

test('ignores a language that is none', async () => {
  const { bram, which } = await talk();
  service.answerWith({
    status: 200,
    body: '{"translatedText": "Shall we?", "detectedLanguage": {"language": "<b>"}}',
  });
  expect((await translate(bram, which)).body).toEqual({ text: 'Shall we?', from: null });
});

test('is off on a site that switched it off, and without a service', async () => {
  const { bram, which } = await talk();
  await site.setting({ message_translation: false });
  expect((await bram.call('settings')).body).toMatchObject({ translation: 'off' });
  expect((await translate(bram, which)).body).toMatchObject({ error: 'translation_off' });
  await site.setting({ message_translation: true });
  expect((await bram.call('settings')).body).toMatchObject({ translation: 'service' });
  const other = await startChatSite();
  try {
    const [one, two] = [await other.person({ premium: true }), await other.person()];
    const sent = (await one.say(two, 'Hallo daar')).body;
    expect((await two.call('settings')).body).toMatchObject({ translation: 'browser' });
    expect(
      (await translate(two, { conversation: sent.conversation.id, message: sent.message.id })).body,
    ).toMatchObject({ error: 'translation_off' });
  } finally {
    await other.close();
  }
});
