import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { INTIMATE_CONSENT } from '#contract/rules/account-rules.ts';
import { password, testApp } from '#support/app.ts';
import { plant, setSettings } from '#support/members.ts';
import { issueInvitations } from './invitations.ts';

const site = testApp();

const form = (email: string, changes: Record<string, unknown> = {}) => ({
  email,
  password,
  name: 'Nova',
  gender: 'female',
  gender_sought: 'male',
  date_of_birth: '1992-04-12',
  country: 'NL',
  language: 'nl',
  intimate_consent: true,
  ...changes,
});

test('answers a signup with the member, begins a session and mails the only activation link', async () => {
  const visitor = site.visitor();
  const answer = await visitor.call('signup', {
    body: form('nova@example.test', { region: 'Utrecht', city: 'Amersfoort', about: ' Zeilt graag. ' }),
  });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({
    email: 'nova@example.test',
    status: 'not_confirmed',
    credits: 0,
    paid_user: false,
    free_messages_left: 5,
    conversations_left: 2,
  });
  expect(answer.body.profile).toMatchObject({
    name: 'Nova',
    status: 'disabled',
    region: 'Utrecht',
    city: 'Amersfoort',
    about: 'Zeilt graag.',
    main_image: null,
  });
  const cookie = [answer.headers['set-cookie'] ?? []].flat().join('\n');
  expect(cookie).toMatch(/auth=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/);
  expect((await visitor.must('user')).id).toBe(answer.body.id);
  const mails = await site.outbox('nova@example.test');
  expect(mails).toHaveLength(1);
  expect(mails[0]!.links.filter((link) => link.includes('activate'))).toHaveLength(1);
});

test('reports every violated rule of the form at its field in one response (docs/product.md 5.7)', async () => {
  const wrong = {
    email: 'no address',
    name: '@nova',
    password: '123',
    date_of_birth: '',
    region: 'Atlantis',
    signup_message: { profile: 1, text: 'x'.repeat(1001) },
    about: 'y'.repeat(2001),
  };
  const answer = await site.visitor().call('signup', { body: form('x', wrong) });
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({
    error: 'invalid_fields',
    params: { min_age: 18 },
    fields: {
      email: 'email_invalid',
      name: 'name_starts_with_at',
      password: 'password_short',
      date_of_birth: 'date_of_birth_required',
      region: 'region_unknown',
      signup_message: 'too_long',
      about: 'too_long',
    },
  });
  for (const [changes, field, code] of [
    [{ name: 'rules@example.test' }, 'name', 'name_is_email'],
    [{ date_of_birth: '2015-01-01' }, 'date_of_birth', 'too_young'],
    [{ date_of_birth: '1992-02-31' }, 'date_of_birth', 'date_of_birth_invalid'],
    [{ password: 'welkom2026' }, 'password', 'password_easy'],
    [{ city: 'Nergenshuizen' }, 'city', 'invalid'],
  ] as const) {
    const refused = await site.visitor().call('signup', { body: form('rules@example.test', changes) });
    expect([refused.status, refused.body.fields], field).toEqual([422, { [field]: code }]);
  }
});

test('answers an unknown key or wrong type with a 400 that contains the field', async () => {
  expect(
    (await site.visitor().call('signup', { body: form('a@example.test', { admin: true }) })).body,
  ).toMatchObject({
    error: 'bad_request',
    fields: { admin: 'unknown' },
  });
  expect(
    (await site.visitor().call('signup', { body: form('a@example.test', { lat: '52' }) })).body,
  ).toMatchObject({
    error: 'bad_request',
    fields: { lat: 'invalid' },
  });
});

test('answers an address in use like a new one (status, shape, working session) and informs only its owner, by mail', async () => {
  const first = site.visitor();
  const fresh = await first.call('signup', { body: form('taken@example.test') });
  const [activation] = await site.outbox('taken@example.test');
  await first.must('activate', {
    body: {
      token: new URL(activation!.links.find((link) => link.includes('activate'))!).searchParams.get('token')!,
    },
  });
  const intruder = site.visitor();
  const again = await intruder.call('signup', {
    body: form('Taken@Example.test', { name: 'Mallory', password: 'een ander wachtwoord' }),
  });
  expect(again.status).toBe(201);
  expect(Object.keys(again.body).sort()).toEqual(Object.keys(fresh.body).sort());
  expect(again.body).toMatchObject({ email: 'Taken@Example.test', status: 'not_confirmed' });
  expect(again.body.id).not.toBe(fresh.body.id);

  expect((await intruder.call('user')).status).toBe(200);
  expect((await intruder.call('activate', { body: { resend: true } })).body).toEqual({ ok: true });
  expect(
    (
      await site
        .visitor()
        .call('login', { body: { email: 'taken@example.test', password: 'een ander wachtwoord' } })
    ).status,
  ).toBe(200);

  const mails = await site.outbox('taken@example.test');
  expect(mails).toHaveLength(2);
  expect(mails[0]!.links.some((link) => link.includes('activate'))).toBe(false);
  expect(await site.outbox('Taken@Example.test')).toEqual([]);
  expect((await site.visitor().must('login', { body: { email: 'taken@example.test', password } })).id).toBe(
    fresh.body.id,
  );
});

test('creates one account of an address from two concurrent signups', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map((number) =>
      site
        .visitor()
        .call('signup', { body: form('race@example.test', { password: `een lang wachtwoord ${number}` }) }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const owners = await site.db
    .selectFrom('members')
    .where('email_key', '=', 'race@example.test')
    .select('id')
    .execute();
  expect(owners).toHaveLength(1);
});

test('treats a form sent again after a lost response as the same signup', async () => {
  const body = form('repeat@example.test', { client_id: crypto.randomUUID() });
  const one = await site.visitor().must('signup', { body });
  const two = await site.visitor().must('signup', { body });
  expect(two.id).toBe(one.id);
  expect(await site.outbox('repeat@example.test')).toHaveLength(1);
});

test('sends the signup message immediately as the first free message, and drops it if the recipient has left', async () => {
  const bram = await site.as('bram', { gender: 'male', gender_sought: 'female' });
  const visitor = site.visitor();
  const nova = await visitor.must('signup', {
    body: form('writer@example.test', { signup_message: { profile: bram.memberId, text: 'Hoi Bram!' } }),
  });
  expect((await visitor.must('user')).free_messages_left).toBe(4);
  const { chats } = await bram.must('chats');
  expect(chats[0]).toMatchObject({ profile: { id: nova.id }, num_unread_messages: 1 });
  expect(
    (
      await site.visitor().call('signup', {
        body: form('lost@example.test', { signup_message: { profile: 999_999, text: 'Hoi' } }),
      })
    ).status,
  ).toBe(201);
});

test('sends the signup message once when the signup is repeated', async () => {
  const kees = await site.as('kees', { gender: 'male', gender_sought: 'female' });
  const signup_message = { profile: kees.memberId, text: 'Hoi Kees!' };
  const body = form('twice@example.test', { signup_message, client_id: randomUUID() });
  const answers = [
    await site.visitor().must('signup', { body }),
    await site.visitor().must('signup', { body }),
  ];
  expect(answers.map(({ free_messages_left: left }) => left)).toEqual([4, 4]);
  expect((await kees.must('chats')).chats).toMatchObject([{ num_unread_messages: 1 }]);
});

test('hides the profile until the address is confirmed', async () => {
  const visitor = site.visitor();
  const { id } = await visitor.must('signup', { body: form('hidden@example.test') });
  const anna = await site.as('anna');
  expect((await anna.call('member', { query: { id } })).status).toBe(404);
});

test("places a profile at the centre of its town, never at the browser's position", async () => {
  const { id } = await site
    .visitor()
    .must('signup', { body: form('place@example.test', { lat: 52.0907, lon: 5.1214 }) });
  const place = await site.db
    .selectFrom('profiles')
    .where('id', '=', id)
    .select(['city', 'lat', 'lon'])
    .executeTakeFirstOrThrow();
  const { id: other } = await site
    .visitor()
    .must('signup', { body: form('place2@example.test', { lat: 52.0997, lon: 5.1304 }) });
  expect(
    await site.db
      .selectFrom('profiles')
      .where('id', '=', other)
      .select(['city', 'lat', 'lon'])
      .executeTakeFirstOrThrow(),
  ).toEqual(place);
  expect(place.city).toBe('Utrecht');
});

test('checks the form and suggests an address at signup-check, and never reveals whether it is in use', async () => {
  const visitor = site.visitor();
  await site.as('anna');
  expect(await visitor.must('signupCheck', { query: { email: 'anna@gmial.com' } })).toEqual({
    ok: true,
    suggestion: 'anna@gmail.com',
  });
  expect(await visitor.must('signupCheck', { query: { email: 'anna@zigo.nl' } })).toEqual({
    ok: true,
    suggestion: 'anna@ziggo.nl',
  });
  expect(await visitor.must('signupCheck', { query: { email: 'anna@' } })).toEqual({
    ok: false,
    code: 'email_invalid',
  });
  expect(await visitor.must('signupCheck', { query: { email: 'anna@example.test' } })).toEqual({ ok: true });
  expect(await visitor.must('signupCheck', { query: { name: '@anna' } })).toEqual({
    ok: false,
    code: 'name_starts_with_at',
  });
});

test('admits by invitation only, and once, with the setting `invite`', async () => {
  await expect(issueInvitations(site.db, { count: 1, days: 14 })).rejects.toThrow('no operator');
  const inviter = await plant(site);
  await site.db
    .updateTable('members')
    .set({ roles: ['owner'] })
    .where('id', '=', inviter)
    .execute();
  await setSettings(site, { signups: 'invite' });
  try {
    expect((await site.visitor().call('signup', { body: form('inv@example.test') })).body.error).toBe(
      'signup_closed',
    );
    expect(
      (await site.visitor().call('signup', { body: form('inv@example.test', { invite: 'guess' }) })).body
        .error,
    ).toBe('signup_closed');
    const paths = await issueInvitations(site.db, { count: 2, days: 14 });
    const [invite, late] = paths.map((path) => new URL(path, 'http://site').searchParams.get('invite')!);
    expect(paths[0]).toMatch(/^\/complete-signup\?invite=[\w-]+$/);
    expect((await site.visitor().call('signup', { body: form('inv@example.test', { invite }) })).status).toBe(
      201,
    );
    expect(
      (await site.visitor().call('signup', { body: form('inv2@example.test', { invite }) })).body.error,
    ).toBe('signup_closed');
    await site.shiftClock(15 * 86_400);
    expect(
      (await site.visitor().call('signup', { body: form('inv3@example.test', { invite: late }) })).body.error,
    ).toBe('signup_closed');
    await site.shiftClock(0);
  } finally {
    await setSettings(site, { signups: 'all' });
  }
});

test('admits only visitors with a traffic source with the setting `with_trafficsource`', async () => {
  await setSettings(site, { signups: 'with_trafficsource' });
  try {
    expect((await site.visitor().call('signup', { body: form('src@example.test') })).body.error).toBe(
      'signup_closed',
    );
    expect(
      (
        await site
          .visitor()
          .call('signup', { body: form('src@example.test', { tracking: { network: 'partner' } }) })
      ).status,
    ).toBe(201);
  } finally {
    await setSettings(site, { signups: 'all' });
  }
});

test('refuses a signup from another site', async () => {
  expect(
    (
      await site
        .visitor()
        .call('signup', { body: form('csrf@example.test'), headers: { origin: 'https://evil.example' } })
    ).body.error,
  ).toBe('cross_site');
});

test("never treats a signup without its form's key as a repeat, so that passwords cannot be guessed there", async () => {
  const body = form('young@example.test', { client_id: crypto.randomUUID() });
  const { id } = await site.visitor().must('signup', { body });
  for (const client_id of [undefined, crypto.randomUUID()]) {
    const guesser = await site.visitor().must('signup', { body: { ...body, client_id } });
    expect(guesser.id).not.toBe(id);
  }
  await site.shiftClock(2 * 3600);
  expect((await site.visitor().must('signup', { body })).id, 'an hour later it is another signup').not.toBe(
    id,
  );
  await site.shiftClock(0);
});

test('requires explicit consent to the use of intimate data, and stores its version and time', async () => {
  for (const intimate_consent of [undefined, false]) {
    const answer = await site
      .visitor()
      .call('signup', { body: form('consent@example.test', { intimate_consent }) });
    expect([answer.status, answer.body.fields]).toEqual([
      422,
      { intimate_consent: 'intimate_consent_required' },
    ]);
  }
  const { id } = await site.visitor().must('signup', { body: form('consent@example.test') });
  const kept = await site.db
    .selectFrom('members')
    .where('id', '=', id)
    .select(['intimate_consent_version', 'intimate_consent_at'])
    .executeTakeFirstOrThrow();
  expect(kept.intimate_consent_version).toBe(INTIMATE_CONSENT);
  expect(Math.abs(kept.intimate_consent_at!.getTime() - Date.now())).toBeLessThan(60_000);
});

test('notifies a new member about likes and messages, and sends promotions, news and weekly updates only on request', async () => {
  const { notifications_disabled } = await site
    .visitor()
    .must('signup', { body: form('quiet@example.test') });
  expect(notifications_disabled.toSorted()).toEqual(['news', 'promotions', 'weekly_updates']);
});

test('computes the age at signup by the database clock', async () => {
  const { rows } = await sql<{
    born: string;
  }>`select to_char(app_now() + interval '3 days' - interval '18 years', 'YYYY-MM-DD') as born`.execute(
    site.db,
  );
  const { born } = rows[0]!;
  const sign = () =>
    site.visitor().call('signup', { body: form('almost@example.test', { date_of_birth: born }) });
  expect((await sign()).body.fields).toEqual({ date_of_birth: 'too_young' });
  await site.shiftClock(4 * 86_400);
  expect((await sign()).status).toBe(201);
  await site.shiftClock(0);
});

test('refuses an address in use explicitly with reveal_membership', async () => {
  await site.as('known');
  await setSettings(site, { reveal_membership: true });
  try {
    expect((await site.visitor().call('signup', { body: form('known@example.test') })).body.fields).toEqual({
      email: 'email_taken',
    });
    expect((await site.visitor().call('signup', { body: form('unknown@example.test') })).status).toBe(201);
  } finally {
    await setSettings(site, { reveal_membership: false });
  }
});
