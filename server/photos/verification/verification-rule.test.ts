import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser, setSettings } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

// docs/product.md 12.21: verified before writing to somebody new.

const site = testApp();
let moderator: Client;

beforeAll(async () => {
  const id = await plant(site);
  await sql`update members set roles = '{moderator}' where id = ${id}`.execute(site.db);
  moderator = await browserOf(site, id);
});
afterEach(() => setSettings(site, { verification_required: 'off', disposable_mail: 'hold' }));

const rule = (verification_required: 'before_first_message' | 'when_suspicious') =>
  setSettings(site, { verification_required });

const TEXT = 'Hello, how was your day?';
const write = (from: Client, profile: number, text = TEXT) =>
  from.call('send', { body: { profile, client_id: randomUUID(), text } });
const outcome = async (answer: Promise<{ status: number; body: { error?: string } }>) => {
  const { status, body } = await answer;
  return status < 300 ? 'ok' : body.error;
};
const person = (details: Record<string, unknown> = {}) =>
  plantWithBrowser(site, { premium: true, ...details });
const creditsOf = async ({ memberId }: Client) =>
  (await site.db.selectFrom('members').where('id', '=', memberId).select('credits').executeTakeFirstOrThrow())
    .credits;
const verify = async ({ memberId }: Client) =>
  void (await sql`update profiles set verified = true where id = ${memberId}`.execute(site.db));
const demandOf = async (who: Client) => (await who.must('verification')).demand;

test('refuses members without the badge before they write to somebody new, and charges nothing', async () => {
  const [anna, bram] = [await person(), await person({ gender: 'male' })];
  await sql`update members set credits = 50, free_messages_used = 99 where id = ${anna.memberId}`.execute(
    site.db,
  );
  await rule('before_first_message');
  expect(await demandOf(anna)).toEqual({ why: 'everybody' });
  expect((await anna.must('chat', { query: { profile: bram.memberId } })).contact).toEqual({
    code: 'verification_required',
    refused: true,
  });
  expect(await outcome(write(anna, bram.memberId))).toBe('verification_required');
  const [gift] = (await anna.must('gifts')).gifts;
  const present = { profile: bram.memberId, client_id: randomUUID(), gift: gift!.id };
  expect(await outcome(anna.call('send', { body: present }))).toBe('verification_required');
  const content = await picture(300, 300).jpeg().toBuffer();
  expect(
    await outcome(
      anna.call('send', { body: { profile: bram.memberId, client_id: randomUUID() }, file: { content } }),
    ),
  ).toBe('verification_required');
  expect(await creditsOf(anna)).toBe(50);
  expect((await anna.call('like', { body: { profile: bram.memberId } })).status, 'a like has no words').toBe(
    200,
  );
  await verify(anna);
  expect(await demandOf(anna)).toBeUndefined();
  expect((await anna.must('chat', { query: { profile: bram.memberId } })).contact).toBeUndefined();
  expect(await outcome(write(anna, bram.memberId))).toBe('ok');
});

test('lets members answer whoever has written to them, but not repeat an unanswered message', async () => {
  const [anna, bram, carl] = [
    await person(),
    await person({ gender: 'male' }),
    await person({ gender: 'male' }),
  ];
  expect(await outcome(write(anna, carl.memberId))).toBe('ok');
  await rule('before_first_message');
  await verify(bram);
  expect(await outcome(write(bram, anna.memberId))).toBe('ok');
  expect(await outcome(write(anna, bram.memberId))).toBe('ok');
  const { contact } = await anna.must('chat', { query: { profile: bram.memberId } });
  expect(contact).toBeUndefined();
  expect(await outcome(write(anna, carl.memberId))).toBe('verification_required');
});

test('refuses a request for photos like a message', async () => {
  const [anna, bram] = [await person(), await person({ gender: 'male' })];
  await rule('before_first_message');
  const ask = () => outcome(anna.call('askForPhotos', { body: { profile: bram.memberId } }));
  expect(await ask()).toBe('verification_required');
  await verify(anna);
  expect(await ask(), 'he has none').toBe('conflict');
});

async function report(about: Client): Promise<void> {
  const reporter = await person({ gender: 'male' });
  await reporter.must('complaint', {
    body: { profile: about.memberId, category: 'spam', text: 'Sends everybody the same' },
  });
}

test('asks for the badge of members who look unusual, and of nobody else', async () => {
  const [anna, bram] = [await person(), await person({ gender: 'male' })];
  await rule('when_suspicious');
  expect(await outcome(write(anna, bram.memberId))).toBe('ok');
  const noticed = async (who: Client) =>
    (await moderator.must('adminMember', { query: { id: who.memberId } })).verification;

  const reported = await person();
  await report(reported);
  expect(await outcome(write(reported, bram.memberId)), 'one report').toBe('ok');
  const other = await person({ gender: 'male' });
  await report(reported);
  expect(await outcome(write(reported, other.memberId)), 'two members report').toBe('verification_required');
  expect(await noticed(reported)).toMatchObject({ why: 'unusual', signals: ['reported'], stored: false });
  expect(await demandOf(reported)).toEqual({ why: 'unusual' });

  const copier = await person();
  const strangers = await Promise.all(Array.from({ length: 6 }, () => person({ gender: 'male' })));
  const answers: unknown[] = [];
  for (const { memberId } of strangers)
    answers.push(await outcome(write(copier, memberId, 'My dear, I like your photo')));
  expect(answers).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'verification_required']);
  expect((await noticed(copier)).signals).toEqual(['copied_messages']);
  for (const { conversation } of (await copier.must('chats')).chats)
    await copier.must('deleteChat', { body: { conversation: conversation.id } });
  expect((await noticed(copier)).signals, 'after they are removed from the list').toEqual([
    'copied_messages',
  ]);

  const twin = await person();
  for (const who of [anna, twin])
    await sql`insert into person_marks (member_id, kind, hash) values (${who.memberId}, 'card', '\\x42')`.execute(
      site.db,
    );
  expect(await outcome(write(twin, other.memberId))).toBe('verification_required');
  expect((await noticed(twin)).signals).toEqual(['same_person']);
});

test('lets a throw-away address write once it is verified, where the site asks that', async () => {
  await setSettings(site, { disposable_mail: 'verify' });
  const bram = await plant(site, { gender: 'male' });
  const thrown = await site.as('thrown', { email: 'somebody@mailinator.com' });
  expect((await thrown.must('user')).held).toBeUndefined();
  expect(await outcome(write(thrown, bram))).toBe('verification_required');
  expect(await demandOf(thrown)).toEqual({ why: 'unusual' });
});

test('an operator asks one member, who reads why, and takes it back', async () => {
  const anna = await site.as('asked');
  const bram = await plant(site, { gender: 'male' });
  const body = { member: anna.memberId, words: 'Your photos also appear elsewhere.' };
  expect((await moderator.call('askForVerification', { body: { ...body, words: ' ' } })).status).toBe(422);
  await moderator.must('askForVerification', { body });
  expect(await demandOf(anna)).toEqual({ why: 'asked', words: body.words });
  expect(await outcome(write(anna, bram))).toBe('verification_required');
  const mails = (await site.outbox(anna.email)).filter(({ text }) => text?.includes(body.words));
  expect(mails).toHaveLength(1);
  expect(mails[0]!.subject).toContain('A request about your account');
  expect((await anna.must('activity')).events.map(({ kind }) => kind)).toContain('verification_asked');

  await moderator.must('withdrawVerificationDemand', { body: { member: anna.memberId } });
  expect(await demandOf(anna)).toBeUndefined();
  expect(await outcome(write(anna, bram))).toBe('ok');
  const again = moderator.call('withdrawVerificationDemand', { body: { member: anna.memberId } });
  expect(await outcome(again)).toBe('conflict');
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where member_id = ${anna.memberId} and action like 'verification.%' order by id`.execute(
    site.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(['verification.ask', 'verification.unask']);
});

test('ends what an operator asked with the badge, and asks nothing of verified members and colleagues', async () => {
  const anna = await site.as('badge');
  const { id } = await anna.must('addPhoto', {
    file: { content: await picture(500, 700).jpeg().toBuffer() },
  });
  await moderator.must('decidePhoto', { body: { id, approve: true } });
  const ask = (member: number) =>
    outcome(moderator.call('askForVerification', { body: { member, words: 'Is this you?' } }));
  expect(await ask(anna.memberId)).toBe('ok');
  await anna.must('beginVerification');
  await anna.must('sendSelfie', { file: { content: await picture(400, 500).png().toBuffer() } });
  const { verifications } = await moderator.must('adminVerifications');
  const selfie = verifications.find(({ member }) => member.id === anna.memberId)!;
  await moderator.must('decideVerification', { body: { id: selfie.id, verified: true } });
  const { rows } = await sql`select from verification_demands where member_id = ${anna.memberId}`.execute(
    site.db,
  );
  expect(rows).toEqual([]);
  expect(await ask(anna.memberId)).toBe('conflict');
  expect(await ask(moderator.memberId)).toBe('conflict');
});
