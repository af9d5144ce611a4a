import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { answerOf, plantWriter, writeToProfile } from '#support/office/desk.ts';
import { operatorWith } from '#support/office/office-work.ts';

const app = testApp();

test('filters the waiting conversations by profile and by the member’s language', async () => {
  const [mira, nora] = [
    await plant(app, { name: 'Mira', kind: 'fictional' }),
    await plant(app, { name: 'Nora', kind: 'fictional' }),
  ];
  const [lena, lars, willem] = [
    await app.as('lena', { credits: 20 }),
    await app.as('lars', { credits: 20 }),
    await plantWriter(app, 'Willem'),
  ];
  await sql`update members set language = case id when ${lena.memberId} then 'de' else 'sv' end
    where id in (${lena.memberId}, ${lars.memberId})`.execute(app.db);
  const [toMira, toNora, fromLars] = [
    await writeToProfile(lena, mira),
    await writeToProfile(lena, nora),
    await writeToProfile(lars, nora),
  ];
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
  const [anna, willy] = [await app.as('anna', { credits: 20 }), await plantWriter(app, 'Willy')];
  const conversation = await writeToProfile(anna, mira);
  await anna.must('send', { body: { conversation, client_id: randomUUID(), text: 'And?' } });
  const before = (await anna.must('user')).credits;

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
  expect((await anna.must('user')).credits).toBe(before);
  const chat = await anna.must('chat', { query: { conversation } });
  expect(chat.messages.at(-1)).toMatchObject({ sender: mira, text: 'What a lovely evening.' });
  expect((await willy.must('deskFigures', {})).writers).toEqual([
    expect.objectContaining({ writer: { id: willy.memberId, name: 'Willy' }, answers: 1 }),
  ]);
});

test('marks a conversation outside the writing hours of its profile', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [hugo, willy] = [await app.as('hugo', { credits: 20 }), await plantWriter(app, 'Hourly')];
  const conversation = await writeToProfile(hugo, mira);
  const marked = async (from: number, until: number) => {
    await sql`
      insert into fictional_profiles (profile_id, opens, closes)
      select ${mira}, local + make_interval(mins => ${from}), local + make_interval(mins => ${until})
      from (select date_trunc('minute', app_now() at time zone 'Europe/Amsterdam')::time as local) now
      on conflict (profile_id) do update set opens = excluded.opens, closes = excluded.closes`.execute(
      app.db,
    );
    const { conversations } = await willy.must('desk', { query: { profile: mira, outside: true } });
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
  const [bea, one, two] = [
    await app.as('bea', { credits: 20 }),
    await plantWriter(app, 'One'),
    await plantWriter(app, 'Two'),
  ];
  const conversation = await writeToProfile(bea, mira);
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

  // An unused claim expires, and late use does not revive it.
  await one.must('deskClaim', { body: { conversation } });
  await app.shiftClock(11 * 60);
  for (const late of [
    one.call('deskAnswer', answerOf(conversation, 'Sorry, I was away')),
    one.call('deskTyping', { query: { conversation } }),
    one.call('deskMemory', { body: { conversation, memory: 'Late' } }),
  ])
    expect(await late).toMatchObject({ status: 409, body: { error: 'desk_not_claimed' } });
  expect((await one.must('deskThread', { query: { conversation } })).mine).toBe(false);
  await two.must('deskClaim', { body: { conversation } });
  await app.shiftClock(0);
});

test('requires the writer to tell the truth when a member asks whether a profile is real', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [carla, willy] = [await app.as('carla', { credits: 20 }), await plantWriter(app, 'Wanda')];
  const conversation = await writeToProfile(carla, mira, 'Are you real?');
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
  const [cora, wes] = [await app.as('corinna', { credits: 20 }), await plantWriter(app, 'Wessel')];
  const conversation = await writeToProfile(cora, mira);
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
    await plantWriter(app, 'Wibe'),
    await plantWriter(app, 'Mona'),
  ];
  await sql`update members set roles = '{moderator}' where id = ${mo.memberId}`.execute(app.db);
  await sql`update members set roles = '{moderator,writer}' where id = ${wim.memberId}`.execute(app.db);
  const conversation = await writeToProfile(dana, mira, 'I do not want to live any more');
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

test('shows the last purchases, without those that went back', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [paula, willy] = [await app.as('paula', { credits: 20 }), await plantWriter(app, 'Walter')];
  const conversation = await writeToProfile(paula, mira);
  await sql`insert into payments (id, member_id, credits, amount_cents, currency, country, method, gateway, status, idempotency_key, created_at, refunded_at)
    select gen_random_uuid(), ${paula.memberId}, n, 100, 'EUR', 'NL', 'ideal', 'sandbox', case n when 7 then 'failed' else 'completed' end, gen_random_uuid(),
        app_now() - (10 - n) * interval '1 day', case n when 6 then app_now() end
      from generate_series(1, 7) n`.execute(app.db);
  const { purchases } = await willy.must('deskThread', { query: { conversation } });
  expect(purchases.map(({ credits }) => credits)).toEqual([5, 4, 3]);
});

test("stops the desk at the member's own pause and cap", async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [dora, willy] = [await app.as('dora', { credits: 20 }), await plantWriter(app, 'Wilma')];
  const conversation = await writeToProfile(dora, mira);
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

test("streams new conversations, and typing in the writer's own, to an open desk only", async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [hanna, wout] = [await app.as('hanna', { credits: 20 }), await plantWriter(app, 'Wout')];
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
  const conversation = await writeToProfile(hanna, mira);
  await expect.poll(() => heard).toContain('event: desk');
  await wout.must('deskClaim', { body: { conversation } });
  await expect
    .poll(async () => {
      await hanna.must('typing', { body: { conversation } });
      return heard;
    })
    .toContain('event: typing');
  // Someone who is no longer a writer is disconnected before the next heartbeat.
  const owner = await operatorWith(app, 'owner');
  await owner.must('changeOperator', { body: { id: wout.memberId, roles: ['support'] } });
  await expect.poll(() => ended, { timeout: 8000 }).toBe(true);
  await reader.cancel();
  await reading;
  const { rows } =
    await sql`select action from audit_log where operator_id = ${wout.memberId} and action = 'desk.follow'`.execute(
      app.db,
    );
  expect(rows).toHaveLength(1);
});
