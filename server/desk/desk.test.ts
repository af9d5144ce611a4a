import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, setSettings } from '#support/members.ts';
import { reconcileLedger } from '../credits/index.ts';

const app = testApp();
const HOUR = 3600;

async function writer(name: string): Promise<Client> {
  const id = await plant(app, { name });
  await sql`update members set roles = '{writer}' where id = ${id}`.execute(app.db);
  return browserOf(app, id);
}

async function wait(member: Client, profile: number, text = 'Hello there'): Promise<number> {
  await member.must('fictionalAck', { body: { profile } });
  const { conversation } = await member.must('send', { body: { profile, client_id: randomUUID(), text } });
  return conversation.id;
}

const creditsOf = async (member: Client) => (await member.must('user')).credits;
const answerOf = (conversation: number, text: string, more: object = {}) => ({
  body: { conversation, client_id: randomUUID(), text, ...more },
});

test('filters the waiting conversations by profile and by the member’s language', async () => {
  const [mira, nora] = [
    await plant(app, { name: 'Mira', kind: 'fictional' }),
    await plant(app, { name: 'Nora', kind: 'fictional' }),
  ];
  const [lena, lars, willem] = [
    await app.as('lena', { credits: 20 }),
    await app.as('lars', { credits: 20 }),
    await writer('Willem'),
  ];
  await sql`update members set language = case id when ${lena.memberId} then 'de' else 'sv' end
    where id in (${lena.memberId}, ${lars.memberId})`.execute(app.db);
  const [toMira, toNora, fromLars] = [await wait(lena, mira), await wait(lena, nora), await wait(lars, nora)];
  const list = async (query: { profile?: number; language?: 'de' | 'sv' }) =>
    (await willem.must('desk', { query })).conversations.map(({ conversation }) => conversation);

  expect(await list({ profile: nora })).toEqual([toNora, fromLars]);
  expect(await list({ language: 'de' })).toEqual([toMira, toNora]);
  expect(await list({ profile: nora, language: 'sv' })).toEqual([fromLars]);
  expect(await list({ profile: mira, language: 'sv' })).toEqual([]);
  const { conversations, filters } = await willem.must('desk', { query: { profile: mira, language: 'sv' } });
  expect(conversations).toEqual([]);
  expect(filters).toEqual({
    profiles: expect.arrayContaining([
      { id: mira, name: 'Mira' },
      { id: nora, name: 'Nora' },
    ]),
    languages: expect.arrayContaining(['de', 'sv']),
  });
  const rows = (await willem.must('desk', { query: {} })).conversations;
  expect(rows.find(({ conversation }) => conversation === fromLars)?.language).toBe('sv');
});

test('lists a conversation from its first message until the profile answers, which is free of charge', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [anna, willy] = [await app.as('anna', { credits: 20 }), await writer('Willy')];
  const conversation = await wait(anna, mira);
  await anna.must('send', { body: { conversation, client_id: randomUUID(), text: 'And?' } });
  const before = await creditsOf(anna);

  const desk = await willy.must('desk', { query: {} });
  const row = desk.conversations.find((one) => one.conversation === conversation)!;
  expect(row).toMatchObject({
    profile: { id: mira, kind: 'fictional' },
    member: { id: anna.memberId },
    last_message: { text: 'And?' },
    claimed_by: null,
  });

  expect(await willy.call('deskAnswer', answerOf(conversation, 'Hi!'))).toMatchObject({
    status: 409,
    body: { error: 'desk_not_claimed' },
  });
  await willy.must('deskClaim', { body: { conversation } });
  const thread = await willy.must('deskThread', { query: { conversation } });
  expect(thread).toMatchObject({
    mine: true,
    profile: { id: mira },
    member: { id: anna.memberId },
    asked_if_real: false,
    spending: { stops: false },
  });
  expect(thread.chat.messages.map((message) => message.text)).toEqual(['Hello there', 'And?']);
  const sent = await willy.must('deskAnswer', answerOf(conversation, 'What a lovely evening.'));
  expect(sent.message).toMatchObject({ sender: mira, credits: 0 });

  expect(
    (await willy.must('desk', { query: {} })).conversations.map((one) => one.conversation),
  ).not.toContain(conversation);
  expect(await creditsOf(anna)).toBe(before);
  const chat = await anna.must('chat', { query: { conversation } });
  expect(chat.messages.at(-1)).toMatchObject({ sender: mira, text: 'What a lovely evening.' });
  expect((await willy.must('deskFigures', {})).writers).toEqual([
    expect.objectContaining({ writer: { id: willy.memberId, name: 'Willy' }, answers: 1 }),
  ]);
});

test('marks a conversation outside the writing hours of its profile', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [hugo, willy] = [await app.as('hugo', { credits: 20 }), await writer('Hourly')];
  const conversation = await wait(hugo, mira);
  const marked = async (from: number, until: number) => {
    await sql`
      insert into fictional_profiles (profile_id, opens, closes)
      select ${mira}, local + make_interval(mins => ${from}), local + make_interval(mins => ${until})
      from (select date_trunc('minute', app_now() at time zone 'Europe/Amsterdam')::time as local) now
      on conflict (profile_id) do update set opens = excluded.opens, closes = excluded.closes`.execute(
      app.db,
    );
    const { conversations } = await willy.must('desk', { query: { profile: mira } });
    expect(conversations.map((row) => row.conversation)).toEqual([conversation]);
    return conversations[0]?.writers_from !== null;
  };
  expect(await marked(60, 120)).toBe(true);
  expect(await marked(-120, -60)).toBe(true);
  expect(await marked(-60, 60)).toBe(false);
  // The profile opens later than it closes, so its hours pass midnight.
  expect(await marked(60, -60)).toBe(true);
  expect(await marked(-60, -120)).toBe(false);
});

test('gives a conversation to one writer at a time, and lets another take it over by name', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [bea, one, two] = [await app.as('bea', { credits: 20 }), await writer('One'), await writer('Two')];
  const conversation = await wait(bea, mira);
  const claims = await Promise.all(
    [one, two].map((each) => each.call('deskClaim', { body: { conversation } })),
  );
  expect(claims.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  const [holder, other] = claims[0]!.status === 200 ? [one, two] : [two, one];
  expect(await other.call('deskClaim', { body: { conversation } })).toMatchObject({
    status: 409,
    body: { error: 'desk_claimed' },
  });

  await other.must('deskClaim', { body: { conversation, takeover: true } });
  expect(await holder.call('deskAnswer', answerOf(conversation, 'Too late'))).toMatchObject({ status: 409 });
  await other.must('deskRelease', { body: { conversation, note: 'She likes sailing.' } });
  await other.must('deskRelease', { body: { conversation, note: 'She likes sailing.' } });
  expect((await holder.must('deskThread', { query: { conversation } })).memory).toBe('She likes sailing.');

  // An unused claim expires.
  await one.must('deskClaim', { body: { conversation } });
  await app.shiftClock(11 * 60);
  await two.must('deskClaim', { body: { conversation } });
  await app.shiftClock(0);
});

test('requires the writer to tell the truth when a member asks whether a profile is real', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [carla, willy] = [await app.as('carla', { credits: 20 }), await writer('Wanda')];
  const conversation = await wait(carla, mira, 'Are you real?');
  await willy.must('deskClaim', { body: { conversation } });
  expect((await willy.must('deskThread', { query: { conversation } })).asked_if_real).toBe(true);
  expect(await willy.call('deskAnswer', answerOf(conversation, 'Of course, I am real!'))).toMatchObject({
    status: 422,
    body: { error: 'desk_reminder', params: { reminder: 'claims_real' } },
  });
  expect(await willy.call('deskAnswer', answerOf(conversation, 'Guess.'))).toMatchObject({
    body: { params: { reminder: 'owes_truth' } },
  });
  await willy.must('deskAnswer', answerOf(conversation, 'No, I am a fictional profile, written by a team.'));
  expect((await willy.must('deskThread', { query: { conversation } })).asked_if_real).toBe(false);
  expect(await willy.call('deskAnswer', answerOf(conversation, "Let's meet tomorrow"))).toMatchObject({
    body: { params: { reminder: 'promises_meeting' } },
  });
});

test('stops a writer who gives away a number, an address or a link, whatever they confirm', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [cora, wes] = [await app.as('corinna', { credits: 20 }), await writer('Wessel')];
  const conversation = await wait(cora, mira);
  await wes.must('deskClaim', { body: { conversation } });
  for (const text of ['Call me on 06 1234 5678', 'I live at Kerkstraat 12', 'Write to me on www.example.com'])
    expect(
      await wes.call('deskAnswer', answerOf(conversation, text, { reminded: ['gives_contact'] })),
      text,
    ).toMatchObject({ status: 422, body: { error: 'desk_reminder', params: { reminder: 'gives_contact' } } });
  await wes.must('deskAnswer', answerOf(conversation, 'Tell me about your week.'));
});

test('puts a member in distress at the top of the moderators’ list, with the last messages', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [dana, wim, mo] = [
    await app.as('dagmar', { credits: 20 }),
    await writer('Wibe'),
    await writer('Mona'),
  ];
  await sql`update members set roles = '{moderator}' where id = ${mo.memberId}`.execute(app.db);
  await sql`update members set roles = '{moderator,writer}' where id = ${wim.memberId}`.execute(app.db);
  const conversation = await wait(dana, mira, 'I do not want to live any more');
  const report = {
    body: { conversation, client_id: randomUUID(), reason: 'distress', text: 'She means it, I think.' },
  } as const;
  for (let n = 0; n < 2; n++) await wim.must('deskReport', report);
  const { complaints, waiting } = await mo.must('adminComplaints', {});
  expect(waiting).toBe(1);
  expect(complaints[0]).toMatchObject({ urgent: true });
  const { id } = complaints[0]!;
  await mo.must('takeComplaint', { body: { id } });
  const file = await mo.must('adminComplaint', { query: { id } });
  expect(file).toMatchObject({ member: { id: dana.memberId }, text: 'She means it, I think.' });
  expect(file.messages.map(({ text }) => text)).toContain('I do not want to live any more');
  expect(
    (await wim.call('decideComplaint', { body: { id, outcome: 'no_violation', note: 'x' } })).body.error,
    'nobody decides what they reported',
  ).toBe('own_decision');
});

test("stops the desk at the member's own pause and cap", async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [dora, willy] = [await app.as('dora', { credits: 20 }), await writer('Wilma')];
  const conversation = await wait(dora, mira);
  await sql`update members set spending_paused_until = app_now() + interval '1 day' where id = ${dora.memberId}`.execute(
    app.db,
  );
  await willy.must('deskClaim', { body: { conversation } });
  expect((await willy.must('deskThread', { query: { conversation } })).spending.stops).toBe(true);
  expect(await willy.call('deskAnswer', answerOf(conversation, 'Hello?'))).toMatchObject({
    status: 403,
    body: { error: 'desk_stopped' },
  });
});

test('returns the credits of unanswered messages once, with a mail, after the configured hours', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [eva, fay, willy] = [
    await app.as('eva', { credits: 20 }),
    await app.as('fay', { credits: 20 }),
    await writer('Wim'),
  ];
  for (const member of [eva, fay])
    await sql`update members set free_messages_used = 5 where id = ${member.memberId}`.execute(app.db);
  const [unanswered, answered] = [await wait(eva, mira), await wait(fay, mira)];
  await eva.must('send', { body: { conversation: unanswered, client_id: randomUUID(), gift: 'rose' } });
  await willy.must('deskClaim', { body: { conversation: answered } });
  await willy.must('deskAnswer', answerOf(answered, 'Good evening.'));
  expect([await creditsOf(eva), await creditsOf(fay)]).toEqual([14, 19]);
  // Unsubscribing from one kind of news does not stop mails about credits.
  await sql`update members set notifications_disabled = '{email:like}', disabled_notification_reason = 'listunsubscribe' where id = ${eva.memberId}`.execute(
    app.db,
  );

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
  const mails = (await app.outbox(eva.email)).filter(({ subject }) =>
    subject?.includes('6 credits are back'),
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain('Mira');
  expect((await eva.must('chat', { query: { conversation: unanswered } })).returned_credits).toBe(6);
  expect((await eva.must('activity')).events).toMatchObject([
    { kind: 'credits_returned', profile: { id: mira, kind: 'fictional' }, details: { credits: 6 } },
  ]);

  // A new message starts a new wait, and its credits are returned as well.
  await eva.must('send', {
    body: { conversation: unanswered, client_id: randomUUID(), text: 'Still there?' },
  });
  await app.shiftClock(5 * HOUR);
  await pass();
  await app.runJobs();
  expect(await creditsOf(eva)).toBe(20);
  await app.shiftClock(0);
});

test('creates a fictional profile once, labelled, and with no way to log in', async () => {
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
  const [first, again] = [
    await boss.must('createFictionalProfile', { body }),
    await boss.must('createFictionalProfile', { body }),
  ];
  expect(again).toEqual(first);
  const { profiles } = await boss.must('fictionalProfiles', { query: {} });
  expect(profiles[0]).toMatchObject({
    profile: { id: first.id, kind: 'fictional', name: 'Lola', city: 'Utrecht' },
    label: 'Evening team',
    opens: '18:00',
    closes: '23:30',
  });
  const { rows } = await sql<{
    email: string | null;
    password_hash: string | null;
  }>`select email, password_hash from members where id = ${first.id}`.execute(app.db);
  expect(rows[0]).toEqual({ email: null, password_hash: null });

  expect(
    await boss.call('createFictionalProfile', {
      body: { ...body, key: randomUUID(), date_of_birth: '2012-01-01' },
    }),
  ).toMatchObject({ status: 422 });
  expect(
    await boss.call('createFictionalProfile', {
      body: { ...body, key: randomUUID(), country: 'Ha' as 'NL' },
    }),
  ).toMatchObject({
    status: 400,
    body: { fields: { country: 'invalid' } },
  });
  await boss.must('changeFictionalProfile', { body: { id: first.id, active: false } });
  const gus = await app.as('gus', { gender: 'male', gender_sought: 'female' });
  expect((await gus.call('member', { query: { id: first.id } })).status).toBe(404);
  expect(
    (await boss.call('changeFictionalProfile', { body: { id: gus.memberId, name: 'Taken' } })).status,
  ).toBe(404);
});

test("streams new conversations, and typing in the writer's own, to an open desk only", async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [hanna, wout] = [await app.as('hanna', { credits: 20 }), await writer('Wout')];
  const url = await app.url();
  const listen = (client: Client | null) =>
    fetch(`${url}/api/admin/desk-events`, {
      headers: client ? { cookie: `auth=${client.cookies.get('auth')}` } : {},
    });
  expect((await listen(null)).status).toBe(404);
  expect((await listen(hanna)).status).toBe(404);

  const stream = await listen(wout);
  expect(stream.status).toBe(200);
  let heard = '';
  let ended = false;
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  const reading = (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      ended = done;
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
  // Someone who is no longer a writer is disconnected at the next heartbeat.
  await sql`update members set roles = '{support}' where id = ${wout.memberId}`.execute(app.db);
  await expect.poll(() => ended, { timeout: 40_000 }).toBe(true);
  await reader.cancel();
  await reading;
  const { rows } =
    await sql`select action from audit_log where operator_id = ${wout.memberId} and action = 'desk.follow'`.execute(
      app.db,
    );
  expect(rows).toHaveLength(1);
});

test('returns the credits of a refused and unanswered image once', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const max = await writer('Max');
  await sql`update members set roles = '{moderator}' where id = ${max.memberId}`.execute(app.db);
  await setSettings(app, { fictional_answer_hours: 2 });
  const grey = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer();
  const refuseAll = async () => {
    for (const { id } of (await max.must('adminChatImages', { query: {} })).images)
      await max.must('decideChatImage', { body: { id, approve: false } });
  };
  const leaveUnanswered = async () => {
    await app.shiftClock(3 * HOUR);
    await app.app.jobs.add(app.db, 'return-unanswered-credits');
    await app.runJobs();
    await app.shiftClock(0);
  };
  for (const [name, first, second] of [
    ['rosa', leaveUnanswered, refuseAll],
    ['ruby', refuseAll, leaveUnanswered],
  ] as const) {
    const member = await app.as(name, { credits: 20 });
    await member.must('fictionalAck', { body: { profile: mira } });
    const image = await member.call('send', {
      body: { profile: mira, client_id: randomUUID() },
      file: { content: grey },
    });
    expect(image.status).toBe(201);
    expect(await creditsOf(member)).toBe(18);
    await first();
    expect(await creditsOf(member)).toBe(20);
    await second();
    expect(await creditsOf(member)).toBe(20);
    expect((await member.must('user')).spent_this_month).toBe(0);
  }
  expect((await reconcileLedger(app.db)).faults).toEqual([]);
});
