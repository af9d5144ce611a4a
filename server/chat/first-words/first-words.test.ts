import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { plant, plantWithBrowser } from '#support/members.ts';
import { picture } from '#support/pictures.ts';
import { firstWordsSign } from './first-words-sign.ts';

vi.mock('./first-words-sign.ts', { spy: true });

const app = testApp();

const RUDE = 'You are such a pathetic loser';
interface Extra {
  words_confirmed?: boolean;
  client_id?: string;
}
const send = (sender: Client, profile: number, text: string, extra: Extra = {}) =>
  sender.call('send', { body: { profile, client_id: randomUUID(), text, ...extra } });

async function pair(): Promise<[sender: Client, recipient: number]> {
  const sender = await plantWithBrowser(app);
  await sql`update members set credits = 10, free_messages_used = 1000 where id = ${sender.memberId}`.execute(
    app.db,
  );
  return [sender, await plant(app, { gender: 'male' })];
}
const creditsOf = async (member: number) =>
  (await app.db.selectFrom('members').where('id', '=', member).select('credits').executeTakeFirstOrThrow())
    .credits;

test('asks before the charge, and sends the same message once it is confirmed', async () => {
  const [anna, bram] = await pair();
  const client_id = randomUUID();
  const asked = await send(anna, bram, RUDE, { client_id });
  expect([asked.status, asked.body]).toMatchObject([
    409,
    { error: 'words_unconfirmed', params: { sign: 'hurtful' } },
  ]);
  expect(await creditsOf(anna.memberId)).toBe(10);
  expect((await anna.must('chats')).chats).toEqual([]);
  const sent = await send(anna, bram, RUDE, { client_id, words_confirmed: true });
  expect([sent.status, sent.body.message.text]).toEqual([201, RUDE]);
  const charged = await creditsOf(anna.memberId);
  expect(charged).toBeLessThan(10);
  // A client whose response was lost repeats the message, even without the confirmation.
  const repeat = await send(anna, bram, RUDE, { client_id });
  expect([repeat.status, repeat.body.message.id]).toEqual([201, sent.body.message.id]);
  expect(await creditsOf(anna.memberId)).toBe(charged);
});

test.each([
  ['Send nudes', 'sexual'],
  ['Kun je me wat geld lenen?', 'scam'],
  ['my number: o6 - 12 . 34 56 78', 'scam'],
  ['call +31 6 1234 5678', 'scam'],
  ['０６１２３４５６７８', 'scam'],
  ['06️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣', 'scam'],
  ['lisa [at] gmail (dot) com', 'scam'],
  ['see lisa-private.nl/photos', 'scam'],
])('asks about %s', async (text, sign) => {
  const [anna, bram] = await pair();
  expect((await send(anna, bram, text)).body).toMatchObject({ error: 'words_unconfirmed', params: { sign } });
});

test('asks about first messages only, by profile and by conversation', async () => {
  const [anna] = await pair();
  const bram = await plantWithBrowser(app, { gender: 'male' });
  const first = await send(anna, bram.memberId, 'Hello, how was your weekend?');
  expect(first.status).toBe(201);
  expect((await send(anna, bram.memberId, RUDE)).status).toBe(201);

  const { id: conversation } = first.body.conversation;
  const write = (sender: Client) =>
    sender.call('send', { body: { conversation, client_id: randomUUID(), text: RUDE } });
  expect((await write(anna)).status).toBe(201);
  expect((await write(bram)).body).toMatchObject({ error: 'words_unconfirmed' });
  const [carla] = await pair();
  expect((await send(carla, bram.memberId, RUDE)).body).toMatchObject({ error: 'words_unconfirmed' });
});

test('skips the text check for later messages, by profile or by conversation', async () => {
  const [anna, bram] = await pair();
  const first = await send(anna, bram, 'Hello, how was your weekend?');
  const { id: conversation } = first.body.conversation;
  const write = () => anna.call('send', { body: { conversation, client_id: randomUUID(), text: RUDE } });
  expect((await write()).status).toBe(201);
  vi.mocked(firstWordsSign).mockClear();
  expect([(await send(anna, bram, RUDE)).status, (await write()).status]).toEqual([201, 201]);
  expect(firstWordsSign).not.toHaveBeenCalled();
});

test('asks again once a block has deleted the conversation', async () => {
  const [anna] = await pair();
  const bram = await plantWithBrowser(app, { gender: 'male' });
  expect((await send(anna, bram.memberId, 'Hello, how was your weekend?')).status).toBe(201);
  await bram.must('block', { body: { profile: anna.memberId } });
  await bram.must('unblock', { body: { profile: anna.memberId } });
  expect((await send(anna, bram.memberId, RUDE)).body).toMatchObject({ error: 'words_unconfirmed' });
});

test('leaves messages to fictional profiles, harmless words and dates alone', async () => {
  const [anna, bram] = await pair();
  const house = await plant(app, { kind: 'fictional', gender: 'male' });
  await sql`insert into fictional_acknowledgements (member_id, profile_id) values (${anna.memberId}, ${house})`.execute(
    app.db,
  );
  expect((await send(anna, house, RUDE)).status).toBe(201);
  expect((await send(anna, bram, 'Are you free on 12.05.2027 at 19:30?')).status).toBe(201);
});

test('asks about the words of a picture too', async () => {
  const [anna, bram] = await pair();
  const content = await picture(300, 300).jpeg().toBuffer();
  const body = { profile: bram, client_id: randomUUID(), text: 'Send nudes', intimate_confirmed: true };
  const asked = await anna.call('send', { body, file: { content } });
  expect(asked.body).toMatchObject({ error: 'words_unconfirmed' });
  const sent = await anna.call('send', { body: { ...body, words_confirmed: true }, file: { content } });
  expect(sent.status).toBe(201);
});

test('stays quick for long and odd messages', async () => {
  const countries = [
    'NL',
    'BE',
    'DE',
    'AT',
    'CH',
    'FR',
    'ES',
    'IT',
    'PL',
    'SE',
    'DK',
    'NO',
    'FI',
    'GB',
    'IE',
  ];
  for (const text of [
    'you are so '.repeat(1800),
    '1 '.repeat(10_000),
    'a.'.repeat(10_000),
    '+'.repeat(20_000),
  ]) {
    const before = process.cpuUsage();
    firstWordsSign(text, countries);
    const { user } = process.cpuUsage(before);
    expect(user / 1000, text.slice(0, 12)).toBeLessThan(1000);
  }
});
