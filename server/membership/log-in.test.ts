import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { tokenHashOf } from '#server/identity/index.ts';
import { password, testApp } from '#support/app.ts';
import { plantWithBrowser } from '#support/members.ts';

// The real limits: 5 wrong passwords, 15 minutes.
const site = testApp({ LIMITS_SCALE: '1' });

const login = (client: { call: ReturnType<typeof site.visitor>['call'] }, email: string, secret = password) =>
  client.call('login', { body: { email, password: secret } });

test('answers a login with the user and a new session; matches addresses case-insensitively', async () => {
  await site.as('anna');
  const browser = site.visitor();
  expect((await login(browser, ' Anna@Example.test')).body).toMatchObject({
    email: 'anna@example.test',
    status: 'active',
  });
  const first = browser.cookies.get('auth');
  await login(browser, 'anna@example.test');
  expect(browser.cookies.get('auth')).not.toBe(first);
  // The former session id no longer works, which prevents session fixation.
  const thief = site.visitor();
  thief.cookies.set('auth', first!);
  expect((await thief.call('user')).body.error).toBe('authentication_required');
});

test('rejects known and unknown addresses in the same way', async () => {
  await site.as('anna');
  const known = await login(site.visitor(), 'anna@example.test', 'wrong password');
  const unknown = await login(site.visitor(), 'nobody@example.test', 'wrong password');
  expect(known).toMatchObject({
    status: 401,
    body: { error: 'login_failed', message: 'Login failed, please try again' },
  });
  expect(unknown.status).toBe(known.status);
  expect(unknown.body).toEqual(known.body);
});

test('locks login for 15 minutes after 5 wrong passwords, for any address and even for the right password', async () => {
  await site.as('bram', { gender: 'male' });
  for (const email of ['bram@example.test', 'ghost@example.test']) {
    for (let guess = 0; guess < 5; guess++)
      expect((await login(site.visitor(), email, `guess ${guess}`)).status).toBe(401);
    const blocked = await login(site.visitor(), email);
    expect(blocked).toMatchObject({ status: 429, body: { error: 'login_blocked', params: { minutes: 15 } } });
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(800);
  }
});

test('counts concurrent guesses within the limit', async () => {
  await site.as('cleo');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, guess) => login(site.visitor(), 'cleo@example.test', `guess ${guess}`)),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});

test('lets a known browser log in to a locked account, within a separate limit', async () => {
  const owner = await site.as('dora');
  for (let guess = 0; guess < 6; guess++) await login(site.visitor(), 'dora@example.test', 'wrong');
  expect((await login(site.visitor(), 'dora@example.test')).status).toBe(429);
  expect((await login(owner, 'dora@example.test')).status).toBe(200);
  for (let guess = 0; guess < 5; guess++)
    expect((await login(owner, 'dora@example.test', 'wrong')).status).toBe(401);
  expect((await login(owner, 'dora@example.test')).status).toBe(429);
  const forger = site.visitor();
  forger.cookies.set('device', owner.cookies.get('device')!.replace(/^./, 'x'));
  expect((await login(forger, 'dora@example.test')).status).toBe(429);
});

test('blocks an IP address that tries many accounts', async () => {
  const sprayer = site.visitor('10.9.9.9');
  const answers = [];
  for (let account = 0; account < 61; account++)
    answers.push(await login(sprayer, `spray${account}@example.test`, 'Zomer2026!'));
  expect(answers.at(-1)!.body.error).toBe('too_many_requests');
});

test('ends only the current session at logout, and refuses a cross-site logout', async () => {
  const phone = await site.as('emma');
  const laptop = site.visitor();
  await login(laptop, 'emma@example.test');
  expect((await laptop.call('logout', { headers: { 'sec-fetch-site': 'cross-site' } })).body.error).toBe(
    'cross_site',
  );
  expect((await laptop.call('user')).status).toBe(200);
  const cookie = laptop.cookies.get('auth')!;
  expect((await laptop.call('logout')).body).toEqual({ ok: true });
  laptop.cookies.set('auth', cookie);
  expect((await laptop.call('user')).status).toBe(403);
  expect((await phone.call('user')).status).toBe(200);
});

test('refuses a login from another site, or with a body that is not JSON', async () => {
  const visitor = site.visitor();
  expect(
    (
      await visitor.call('login', {
        body: { email: 'a@b.nl', password: 'x' },
        headers: { origin: 'https://evil.example' },
      })
    ).status,
  ).toBe(403);
  expect(
    (
      await visitor.request('POST', '/api/user.php', {
        payload: '{"email":"a@b.nl","password":"x"}',
        headers: { 'content-type': 'text/plain' },
      })
    ).status,
  ).toBe(400);
});

test('ends a session 30 days after its last use, by the database clock', async () => {
  const member = await plantWithBrowser(site);
  await site.shiftClock(29 * 86_400);
  const used = await member.call('user');
  expect([used.headers['set-cookie'] ?? []].flat().join()).toContain('auth=');
  await site.shiftClock(58 * 86_400);
  site.app.events.publish('sessions_changed', { member_id: member.memberId });
  expect((await member.call('user')).status).toBe(200);
  await site.shiftClock(89 * 86_400);
  site.app.events.publish('sessions_changed', { member_id: member.memberId });
  expect((await member.call('user')).status).toBe(403);
  await site.shiftClock(0);
});

test('treats an invented, truncated or foreign cookie as a visitor', async () => {
  const anna = await site.as('anna');
  const real = anna.cookies.get('auth')!;
  const stranger = site.visitor();
  for (const cookie of [
    '',
    'x',
    '1.x',
    `${real}x`,
    real.slice(0, -1),
    real.replace(/^[^.]+/, 'zz'),
    `${'9'.repeat(400)}.${real.split('.')[1]}`,
  ]) {
    stranger.cookies.set('auth', cookie);
    expect((await stranger.call('user')).body.error, cookie).toBe('authentication_required');
  }
});

test('reveals a ban only after the right password, and ends sessions', async () => {
  const felix = await site.as('felix');
  await site.db.updateTable('members').set({ status: 'banned' }).where('id', '=', felix.memberId).execute();
  site.app.events.publish('sessions_changed', { member_id: felix.memberId });
  expect((await felix.call('user')).status).toBe(403);
  expect((await login(site.visitor(), 'felix@example.test', 'wrong')).body.error).toBe('login_failed');
  expect((await login(site.visitor(), 'felix@example.test')).body.error).toBe('banned');
});

test("keeps the owner's count of wrong passwords when somebody signs up with their address", async () => {
  const gus = await site.as('gus');
  await site.as('gustav', { email: gus.email, unconfirmed: true, password: 'the password of a stranger' });
  const answers: string[] = [];
  for (let guess = 0; guess < 8; guess++) {
    if (guess % 4 === 3) await login(site.visitor(), gus.email, 'the password of a stranger');
    answers.push((await login(site.visitor(), gus.email, `guess ${guess}`)).body.error ?? '');
  }
  expect(answers).toEqual([
    ...Array<string>(5).fill('login_failed'),
    ...Array<string>(3).fill('login_blocked'),
  ]);
});

test('gives an account for an address in use its own lock, so that it cannot lock the owner out', async () => {
  const hugo = await site.as('hugo');
  await site.as('hugh', { email: hugo.email, unconfirmed: true, password: 'the password of a stranger' });
  for (let time = 0; time < 7; time++)
    expect((await login(site.visitor(), hugo.email, 'the password of a stranger')).status).toBe(200);
  expect((await login(site.visitor(), hugo.email)).status).toBe(200);
});

test('grants no new guesses at the shadow account when the owner logs in', async () => {
  const ivo = await site.as('ivo');
  const stranger = 'the password of a stranger';
  await site.as('ivar', { email: ivo.email, unconfirmed: true, password: stranger });
  for (let guess = 0; guess < 4; guess++)
    expect((await login(site.visitor(), ivo.email, `guess ${guess}`)).body.error).toBe('login_failed');
  expect((await login(site.visitor(), ivo.email)).status).toBe(200);
  for (let guess = 4; guess < 8; guess++)
    expect((await login(site.visitor(), ivo.email, `guess ${guess}`)).body.error).toBe('login_failed');
  expect((await login(site.visitor(), ivo.email, stranger)).body.error).toBe('login_failed');
});

test('tells a browser whose session was ended on purpose, and not one whose session expired', async () => {
  const owner = await site.as('left');
  const browser = async () => {
    const client = site.visitor();
    await login(client, owner.email);
    return client;
  };
  const [closed, changed, expired] = [await browser(), await browser(), await browser()];
  expect((await closed.call('endedSession')).body, 'a valid session').toEqual({ member: null });

  const { sessions } = (await closed.call('sessions')).body;
  await closed.must('endSession', { body: { id: sessions.find(({ current }) => current)!.id } });
  expect((await closed.call('user')).body.error).toBe('authentication_required');
  expect((await closed.call('endedSession')).body).toEqual({ member: owner.memberId });

  await site.db
    .updateTable('sessions')
    .set({ expires_at: sql`app_now() - interval '1 second'` })
    .where('token_hash', '=', tokenHashOf(expired.cookies.get('auth')!))
    .execute();
  await owner.must('changePassword', { body: { old_password: password, password: 'a wholly new sentence' } });
  expect((await changed.call('endedSession')).body).toEqual({ member: owner.memberId });
  expect((await expired.call('endedSession')).body, 'expired').toEqual({ member: null });
  expect((await site.visitor().call('endedSession')).body, 'no cookie').toEqual({ member: null });

  // The new session replaces the cookie.
  await login(closed, owner.email, 'a wholly new sentence');
  expect((await closed.call('endedSession')).body).toEqual({ member: null });

  await site.shiftClock(31 * 86_400);
  try {
    await site.app.jobs.add(site.db, 'identity-clean-up');
    await site.runJobs();
    expect(await site.db.selectFrom('ended_sessions').select('ended_at').execute()).toEqual([]);
  } finally {
    await site.shiftClock(0);
  }
});
