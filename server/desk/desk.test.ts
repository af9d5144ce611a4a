import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, setSettings } from '#support/members.ts';

const app = testApp();
const HOUR = 3600;

async function writer(name: string): Promise<Client> {
  const id = await plant(app, { name });
  await sql`update members set roles = '{writer}' where id = ${id}`.execute(app.db);
  return browserOf(app, id);
}

/** A paying member who has written to a fictional profile. Returns the conversation. */
async function wait(member: Client, profile: number, text = 'Hello there'): Promise<number> {
  await member.must('fictionalAck', { body: { profile } });
  const { conversation } = await member.must('send', { body: { profile, client_id: randomUUID(), text } });
  return conversation.id;
}

const creditsOf = async (member: Client) => (await member.must('user')).credits;
const answerOf = (conversation: number, text: string, more: object = {}) => ({ body: { conversation, client_id: randomUUID(), text, ...more } });

test('a conversation waits from its first message until the profile answers, which costs nobody a credit', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [anna, willy] = [await app.as('anna', { credits: 20 }), await writer('Willy')];
  const conversation = await wait(anna, mira);
  await anna.must('send', { body: { conversation, client_id: randomUUID(), text: 'And?' } });
  const before = await creditsOf(anna);

  const desk = await willy.must('desk', { query: {} });
  const row = desk.conversations.find((one) => one.conversation === conversation)!;
  expect(row).toMatchObject({ profile: { id: mira, kind: 'fictional' }, member: { id: anna.memberId }, last_message: { text: 'And?' }, claimed_by: null });

  expect(await willy.call('deskAnswer', answerOf(conversation, 'Hi!'))).toMatchObject({ status: 409, body: { error: 'desk_not_claimed' } });
  await willy.must('deskClaim', { body: { conversation } });
  const thread = await willy.must('deskThread', { query: { conversation } });
  expect(thread).toMatchObject({ mine: true, profile: { id: mira }, member: { id: anna.memberId }, asked_if_real: false, spending: { stops: false } });
  expect(thread.chat.messages.map((message) => message.text)).toEqual(['Hello there', 'And?']);
  const sent = await willy.must('deskAnswer', answerOf(conversation, 'What a lovely evening.'));
  expect(sent.message).toMatchObject({ sender: mira, credits: 0 });

  expect((await willy.must('desk', { query: {} })).conversations.map((one) => one.conversation)).not.toContain(conversation);
  expect(await creditsOf(anna)).toBe(before);
  const chat = await anna.must('chat', { query: { conversation } });
  expect(chat.messages.at(-1)).toMatchObject({ sender: mira, text: 'What a lovely evening.' });
  expect((await willy.must('deskFigures', {})).writers).toEqual([expect.objectContaining({ writer: { id: willy.memberId, name: 'Willy' }, answers: 1 })]);
});

test('one writer has a conversation at a time, and it can be taken over by name', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [bea, one, two] = [await app.as('bea', { credits: 20 }), await writer('One'), await writer('Two')];
  const conversation = await wait(bea, mira);
  const claims = await Promise.all([one, two].map((each) => each.call('deskClaim', { body: { conversation } })));
  expect(claims.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  const [holder, other] = claims[0]!.status === 200 ? [one, two] : [two, one];
  expect(await other.call('deskClaim', { body: { conversation } })).toMatchObject({ status: 409, body: { error: 'desk_claimed' } });

  await other.must('deskClaim', { body: { conversation, takeover: true } });
  expect(await holder.call('deskAnswer', answerOf(conversation, 'Too late'))).toMatchObject({ status: 409 });
  await other.must('deskRelease', { body: { conversation, note: 'She likes sailing.' } });
  await other.must('deskRelease', { body: { conversation, note: 'She likes sailing.' } });
  expect((await holder.must('deskThread', { query: { conversation } })).memory).toBe('She likes sailing.');

  // A claim that nobody uses runs out.
  await one.must('deskClaim', { body: { conversation } });
  await app.shiftClock(11 * 60);
  await two.must('deskClaim', { body: { conversation } });
  await app.shiftClock(0);
});

test('asked whether a profile is real, the writer is held to the truth', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [carla, willy] = [await app.as('carla', { credits: 20 }), await writer('Wanda')];
  const conversation = await wait(carla, mira, 'Are you real?');
  await willy.must('deskClaim', { body: { conversation } });
  expect((await willy.must('deskThread', { query: { conversation } })).asked_if_real).toBe(true);
  expect(await willy.call('deskAnswer', answerOf(conversation, 'Of course, I am real!'))).toMatchObject({
    status: 422,
    body: { error: 'desk_reminder', params: { reminder: 'claims_real' } },
  });
  expect(await willy.call('deskAnswer', answerOf(conversation, 'Guess.'))).toMatchObject({ body: { params: { reminder: 'owes_truth' } } });
  await willy.must('deskAnswer', answerOf(conversation, 'No, I am a fictional profile, written by a team.'));
  expect((await willy.must('deskThread', { query: { conversation } })).asked_if_real).toBe(false);
  expect(await willy.call('deskAnswer', answerOf(conversation, "Let's meet tomorrow"))).toMatchObject({ body: { params: { reminder: 'promises_meeting' } } });
});

test('the desk stops at the member’s own pause and cap', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [dora, willy] = [await app.as('dora', { credits: 20 }), await writer('Wilma')];
  const conversation = await wait(dora, mira);
  await sql`update members set spending_paused_until = app_now() + interval '1 day' where id = ${dora.memberId}`.execute(app.db);
  await willy.must('deskClaim', { body: { conversation } });
  expect((await willy.must('deskThread', { query: { conversation } })).spending.stops).toBe(true);
  expect(await willy.call('deskAnswer', answerOf(conversation, 'Hello?'))).toMatchObject({ status: 403, body: { error: 'desk_stopped' } });
});

test('credits of messages that stay unanswered come back once, with a mail, after the hours of the setting', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [eva, fay, willy] = [await app.as('eva', { credits: 20 }), await app.as('fay', { credits: 20 }), await writer('Wim')];
  // The free messages go first; what follows is paid.
  for (const member of [eva, fay]) await sql`update members set free_messages_used = 5 where id = ${member.memberId}`.execute(app.db);
  const [unanswered, answered] = [await wait(eva, mira), await wait(fay, mira)];
  await eva.must('send', { body: { conversation: unanswered, client_id: randomUUID(), gift: 'rose' } });
  await willy.must('deskClaim', { body: { conversation: answered } });
  await willy.must('deskAnswer', answerOf(answered, 'Good evening.'));
  expect([await creditsOf(eva), await creditsOf(fay)]).toEqual([14, 19]);

  await setSettings(app, { fictional_answer_hours: 2 });
  const pass = () => app.app.jobs.add(app.db, 'return-unanswered-credits');
  await app.shiftClock(2 * HOUR - 60);
  await pass();
  await app.runJobs();
  expect(await creditsOf(eva)).toBe(14);
  await app.shiftClock(2 * HOUR + 60);
  for (let i = 0; i < 2; i++) {
    await pass();
    await app.runJobs();
  }
  expect([await creditsOf(eva), await creditsOf(fay)]).toEqual([20, 19]);
  const mails = (await app.outbox(eva.email)).filter(({ subject }) => subject?.includes('6 credits are back'));
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain('Mira');
  expect((await eva.must('chat', { query: { conversation: unanswered } })).returned_credits).toBe(6);

  // A new message waits again, and its credits come back as well.
  await eva.must('send', { body: { conversation: unanswered, client_id: randomUUID(), text: 'Still there?' } });
  await app.shiftClock(5 * HOUR);
  await pass();
  await app.runJobs();
  expect(await creditsOf(eva)).toBe(20);
  await app.shiftClock(0);
});

test('a fictional profile is made once, labelled, and belongs to nobody who could log in', async () => {
  const owner = await plant(app, { name: 'Owner' });
  await sql`update members set roles = '{owner}' where id = ${owner}`.execute(app.db);
  const boss = await browserOf(app, owner);
  const body = {
    key: randomUUID(),
    kind: 'fictional' as const,
    name: 'Lola',
    gender: 'female' as const,
    date_of_birth: '1992-03-01',
    country: 'NL' as const,
    city: 'Utrecht',
    about: 'Sails on Sundays.',
    label: 'Evening team',
    languages: ['nl' as const, 'en' as const],
    opens: '18:00',
    closes: '23:30',
  };
  const [first, again] = [await boss.must('createFictionalProfile', { body }), await boss.must('createFictionalProfile', { body })];
  expect(again).toEqual(first);
  const { profiles } = await boss.must('fictionalProfiles', { query: {} });
  expect(profiles[0]).toMatchObject({
    profile: { id: first.id, kind: 'fictional', name: 'Lola', city: 'Utrecht' },
    label: 'Evening team',
    opens: '18:00',
    closes: '23:30',
  });
  const { rows } = await sql<{ email: string | null; password_hash: string | null }>`select email, password_hash from members where id = ${first.id}`.execute(
    app.db,
  );
  expect(rows[0]).toEqual({ email: null, password_hash: null });

  expect(await boss.call('createFictionalProfile', { body: { ...body, key: randomUUID(), date_of_birth: '2012-01-01' } })).toMatchObject({ status: 422 });
  expect(await boss.call('createFictionalProfile', { body: { ...body, key: randomUUID(), country: 'Ha' as 'NL' } })).toMatchObject({
    status: 400,
    body: { fields: { country: 'invalid' } },
  });
  await boss.must('changeFictionalProfile', { body: { id: first.id, active: false } });
  const gus = await app.as('gus', { gender: 'male', gender_sought: 'female' });
  expect((await gus.call('member', { query: { id: first.id } })).status).toBe(404);
  expect((await boss.call('changeFictionalProfile', { body: { id: gus.memberId, name: 'Taken' } })).status).toBe(404);
});

test('an open desk hears of new conversations and of typing in its own, and nobody else may listen', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [hanna, wout] = [await app.as('hanna', { credits: 20 }), await writer('Wout')];
  const url = await app.url();
  const listen = (client: Client | null) =>
    fetch(`${url}/api/admin/desk-events.php`, { headers: client ? { cookie: `auth=${client.cookies.get('auth')}` } : {} });
  expect((await listen(null)).status).toBe(404);
  expect((await listen(hanna)).status).toBe(404);

  const stream = await listen(wout);
  expect(stream.status).toBe(200);
  let heard = '';
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  const reading = (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      heard += value;
    }
  })();
  const conversation = await wait(hanna, mira);
  await expect.poll(() => heard).toContain('event: desk');
  await wout.must('deskClaim', { body: { conversation } });
  await expect
    .poll(async () => {
      await hanna.must('typing', { body: { conversation } });
      return heard;
    })
    .toContain('event: typing');
  await reader.cancel();
  await reading;
  const { rows } = await sql`select action from audit_log where operator_id = ${wout.memberId} and action = 'desk.follow'`.execute(app.db);
  expect(rows).toHaveLength(1);
});
