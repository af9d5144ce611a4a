import { describe, expect, test } from 'vitest';
import { password, testApp, type Client } from '#support/app.ts';
import { setSettings } from '#support/members.ts';

const site = testApp({ LIMITS_SCALE: '1' });
const DAY = 86_400;

async function tokenFor(email: string, word: string): Promise<string> {
  for (const { links } of await site.outbox(email)) {
    const link = links.find((address) => new URL(address).pathname.includes(word));
    if (link) return new URL(link).searchParams.get('token')!;
  }
  throw new Error(`No link with ${word} came to ${email}.`);
}

const activate = (client: Client, token: string) => client.call('activate', { body: { token } });
const login = (email: string, secret: string) =>
  site.visitor().call('login', { body: { email, password: secret } });

test('confirms once by the activation link, lists the profile and logs in; answers 410 to a used or invented link', async () => {
  const nova = await site.as('nova', { unconfirmed: true });
  const anna = await site.as('anna');
  const token = await tokenFor('nova@example.test', 'activate');
  const phone = site.visitor();
  const answer = await activate(phone, token);
  expect(answer).toMatchObject({
    status: 200,
    body: { id: nova.memberId, status: 'active', profile: { status: 'active' } },
  });
  expect((await phone.call('user')).status).toBe(200);
  expect((await nova.must('user')).status).toBe('active');
  expect((await anna.call('member', { query: { id: nova.memberId } })).status).toBe(200);
  for (const used of [token, 'made-up', `${token}x`])
    expect(await activate(site.visitor(), used)).toMatchObject({
      status: 410,
      body: { error: 'link_expired' },
    });
});

test('accepts one of two concurrent uses of a link', async () => {
  await site.as('twin', { unconfirmed: true });
  const token = await tokenFor('twin@example.test', 'activate');
  const answers = await Promise.all([1, 2, 3, 4].map(() => activate(site.visitor(), token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
});

test('keeps an activation link valid for a week, or until a new one is requested', async () => {
  const late = await site.as('late', { unconfirmed: true });
  const old = await tokenFor('late@example.test', 'activate');
  expect((await late.call('activate', { body: { resend: true } })).body).toEqual({ ok: true });
  const fresh = await tokenFor('late@example.test', 'activate');
  expect(fresh).not.toBe(old);
  expect((await activate(late, old)).status).toBe(410);
  await site.shiftClock(8 * DAY);
  expect((await activate(late, fresh)).status).toBe(410);
  await site.shiftClock(0);
  expect((await activate(late, fresh)).status).toBe(200);
});

test('resends the link at most 5 times an hour, and only to the member', async () => {
  expect((await site.visitor().call('activate', { body: { resend: true } })).body.error).toBe(
    'authentication_required',
  );
  const eager = await site.as('eager', { unconfirmed: true });
  for (let time = 0; time < 5; time++) await eager.must('activate', { body: { resend: true } });
  expect((await eager.call('activate', { body: { resend: true } })).body.error).toBe('too_many_requests');
});

test('gives the same response to a reset for any address, and mails only existing accounts, 3 times a day', async () => {
  await site.as('rosa');
  const before = (await site.outbox('rosa@example.test')).length;
  for (const email of ['rosa@example.test', 'stranger@example.test']) {
    for (let time = 0; time < 3; time++)
      expect(await site.visitor().call('resetPassword', { body: { email } })).toMatchObject({
        status: 200,
        body: { ok: true },
      });
    expect(await site.visitor().call('resetPassword', { body: { email } })).toMatchObject({
      status: 429,
      body: { error: 'reset_limit' },
    });
  }
  expect((await site.outbox('rosa@example.test')).length).toBe(before + 3);
  expect(await site.outbox('stranger@example.test')).toEqual([]);
});

test('ends every session and the login lock with a new password; the link works once, for two hours', async () => {
  const sara = await site.as('sara');
  for (let guess = 0; guess < 6; guess++) await login('sara@example.test', 'wrong');
  await site.visitor().call('resetPassword', { body: { email: 'sara@example.test' } });
  const token = await tokenFor('sara@example.test', 'reset-password');
  const reset = (secret: string, link = token) =>
    site.visitor().call('resetPassword', { body: { token: link, password: secret } });
  expect((await reset('kort')).body).toMatchObject({
    error: 'invalid_fields',
    fields: { password: 'password_short' },
    params: { limit: 8 },
  });
  await site.shiftClock(3 * 3600);
  expect((await reset('een nieuw wachtwoord')).body.error).toBe('link_expired');
  await site.shiftClock(0);
  expect((await reset('een nieuw wachtwoord')).body).toEqual({ ok: true });
  expect((await reset('nog een wachtwoord')).body.error).toBe('link_expired');
  expect((await sara.call('user')).status).toBe(403);
  expect((await login('sara@example.test', password)).status).toBe(401);
  expect((await login('sara@example.test', 'een nieuw wachtwoord')).status).toBe(200);
});

test('confirms an unconfirmed member by a reset, which proves the mailbox', async () => {
  const tess = await site.as('tess', { unconfirmed: true });
  await site.visitor().call('resetPassword', { body: { email: 'tess@example.test' } });
  await site.visitor().must('resetPassword', {
    body: {
      token: await tokenFor('tess@example.test', 'reset-password'),
      password: 'een nieuw wachtwoord',
    },
  });
  const row = await site.db
    .selectFrom('members')
    .where('id', '=', tess.memberId)
    .select('status')
    .executeTakeFirstOrThrow();
  expect(row.status).toBe('active');
});

test('answers explicitly with reveal_membership', async () => {
  const anna = await site.as('anna');
  await site.as('rosa');
  await setSettings(site, { reveal_membership: true });
  try {
    expect(
      (await site.visitor().call('resetPassword', { body: { email: 'nobody@example.test' } })).body.error,
    ).toBe('email_not_found');
    expect(
      (await anna.call('changeMail', { body: { email: 'rosa@example.test', password } })).body.fields,
    ).toEqual({ email: 'new_email_taken' });
  } finally {
    await setSettings(site, { reveal_membership: false });
  }
});

test('changes an address only with the password and the link in the new mailbox, notifies the old one and invalidates its reset links', async () => {
  const vera = await site.as('vera');
  await site.visitor().call('resetPassword', { body: { email: 'vera@example.test' } });
  const oldReset = await tokenFor('vera@example.test', 'reset-password');
  const ask = (email: string, secret = password) =>
    vera.call('changeMail', { body: { email, password: secret } });
  expect((await ask('vera2@')).body.fields).toEqual({ email: 'new_email_invalid' });
  expect((await ask('VERA@example.test')).body.fields).toEqual({ email: 'new_email_invalid' });
  expect((await ask('vera2@example.test', 'wrong')).body.error).toBe('password_wrong');
  expect((await ask('vera2@example.test')).body).toEqual({ ok: true });
  expect(await vera.must('user')).toMatchObject({
    email: 'vera@example.test',
    new_email: 'vera2@example.test',
  });
  const token = await tokenFor('vera2@example.test', 'mail-change');
  expect((await site.visitor().call('changeMail', { body: { token } })).body).toEqual({ ok: true });
  expect((await site.visitor().call('changeMail', { body: { token } })).body.error).toBe('link_expired');
  expect(await vera.must('user')).toMatchObject({ email: 'vera2@example.test', new_email: null });
  expect(
    (
      await site
        .visitor()
        .call('resetPassword', { body: { token: oldReset, password: 'een nieuw wachtwoord' } })
    ).body.error,
  ).toBe('link_expired');
  expect((await login('vera2@example.test', password)).status).toBe(200);
  expect(await tokenFor('vera@example.test', 'mail-change')).not.toBe(token);
});

test('answers a change to an address in use like any other, changes nothing, and notifies the owner', async () => {
  const wim = await site.as('wim', { gender: 'male' });
  await site.as('xena');
  const before = (await site.outbox('xena@example.test')).length;
  expect((await wim.call('changeMail', { body: { email: 'xena@example.test', password } })).body).toEqual({
    ok: true,
  });
  const mails = await site.outbox('xena@example.test');
  expect(mails).toHaveLength(before + 1);
  expect(mails[0]!.links.some((link) => link.includes('mail-change'))).toBe(false);
});

test('refuses visitors a change of address', async () => {
  expect(
    (await site.visitor().call('changeMail', { body: { email: 'a@example.test', password } })).body.error,
  ).toBe('authentication_required');
});

test('invalidates every earlier link with a new password, and whichever account action requested it', async () => {
  for (const way of ['change', 'reset'] as const) {
    const owner = await site.as(`yara${way}`);
    const email = owner.email;
    const thief = site.visitor();
    await thief.must('login', { body: { email, password } });
    await thief.must('changeMail', { body: { email: `thief-${way}@evil.test`, password } });
    const token = await tokenFor(`thief-${way}@evil.test`, 'mail-change');
    if (way === 'change')
      await owner.must('changePassword', {
        body: { old_password: password, password: 'een nieuw wachtwoord' },
      });
    else {
      await site.visitor().must('resetPassword', { body: { email } });
      await site.visitor().must('resetPassword', {
        body: { token: await tokenFor(email, 'reset-password'), password: 'een nieuw wachtwoord' },
      });
    }
    expect((await site.visitor().call('changeMail', { body: { token } })).body.error, way).toBe(
      'link_expired',
    );
    expect((await thief.call('user')).status).toBe(403);
    expect((await login(email, 'een nieuw wachtwoord')).status).toBe(200);
  }
});

const pushed = async (member: Client) =>
  (
    await site.db
      .selectFrom('push_subscriptions')
      .where('member_id', '=', member.memberId)
      .select('endpoint')
      .execute()
  )
    .map(({ endpoint }) => endpoint)
    .sort();
const subscribe = (client: Client, name: string) =>
  client.must('subscribePush', {
    body: {
      subscription: { endpoint: `https://fcm.googleapis.com/${name}`, keys: { p256dh: 'p', auth: 'a' } },
    },
  });

test("ends a browser's push with its session, with a new password, and on request", async () => {
  const zoe = await site.as('zoe');
  const [phone, tablet] = [site.visitor(), site.visitor()];
  for (const browser of [phone, tablet])
    await browser.must('login', { body: { email: zoe.email, password } });
  for (const [client, name] of [
    [zoe, 'laptop'],
    [phone, 'phone'],
    [tablet, 'tablet'],
  ] as const)
    await subscribe(client, `zoe-${name}`);
  await phone.must('logout');
  expect(await pushed(zoe)).toEqual([
    'https://fcm.googleapis.com/zoe-laptop',
    'https://fcm.googleapis.com/zoe-tablet',
  ]);
  // Logging in again in the same browser must not prompt for push again.
  await zoe.must('login', { body: { email: zoe.email, password } });
  await zoe.must('changePassword', { body: { old_password: password, password: 'een nieuw wachtwoord' } });
  expect(await pushed(zoe)).toEqual(['https://fcm.googleapis.com/zoe-laptop']);
  expect((await zoe.must('user')).push_subscribed).toBe(true);
  await zoe.must('unsubscribePush', { body: { endpoint: 'https://fcm.googleapis.com/zoe-laptop' } });
  expect(await pushed(zoe)).toEqual([]);
});

test('sends an unconfirmed member who changes the password a new activation link', async () => {
  const abel = await site.as('abel', { unconfirmed: true });
  const old = await tokenFor(abel.email, 'activate');
  await abel.must('changePassword', { body: { old_password: password, password: 'een nieuw wachtwoord' } });
  expect((await activate(site.visitor(), old)).status).toBe(410);
  expect((await activate(site.visitor(), await tokenFor(abel.email, 'activate'))).status).toBe(200);
});

describe('with the limits in force', () => {
  const limited = testApp({ LIMITS_SCALE: '1' });

  test('mails a stranger whose address somebody signed up with a few activations, whatever is called', async () => {
    const eve = await limited.as('eve', { unconfirmed: true });
    const passwords = [password, 'een nieuw wachtwoord'];
    for (let n = 0; n < 8; n++)
      await eve.must('changePassword', {
        body: { old_password: passwords[n % 2], password: passwords[(n + 1) % 2] },
      });
    const resent = [];
    for (let n = 0; n < 3; n++) resent.push((await eve.call('activate', { body: { resend: true } })).status);
    expect(resent).toEqual([429, 429, 429]);
    // The mail of the signup, and five others.
    expect(await limited.outbox(eve.email)).toHaveLength(6);
  });

  test('mails a stranger a few changes of address, from however many accounts', async () => {
    const statuses = [];
    for (const name of ['mia', 'mona']) {
      const member = await limited.as(name);
      for (let n = 0; n < 4; n++)
        statuses.push(
          (await member.call('changeMail', { body: { email: ' Stranger@example.test', password } })).status,
        );
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(await limited.outbox('Stranger@example.test')).toHaveLength(5);
  });
});

test('sends an unconfirmed address only its own links, and an address in use by somebody else nothing', async () => {
  const bea = await site.as('bea', { unconfirmed: true });
  const [subjects] = [async () => (await site.outbox(bea.email)).map(({ subject }) => subject)];
  const before = await subjects();
  const to = { email: bea.email, name: 'Bea', locale: 'en' as const, memberId: bea.memberId };
  await site.app.mailer.send(site.db, 'complaint-receipt', to, {
    id: 1,
    category: 'spam',
    text: 'pay at https://evil.example',
    member: true,
  } as never);
  await site.app.mailer.send(site.db, 'password-changed', to, { name: 'Bea' });
  expect(await subjects()).toEqual(before);
  const shadow = await site.as('beatrix', { email: bea.email.toUpperCase(), unconfirmed: true });
  await site.app.mailer.send(
    site.db,
    'activation',
    { ...to, email: 'BEA@example.test', memberId: shadow.memberId },
    { token: 'x' },
  );
  expect(await site.outbox('BEA@example.test')).toEqual([]);
});
