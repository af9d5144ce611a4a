import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { INTIMATE_CONSENT } from '#contract/rules/account-rules.ts';
import { password, testApp } from '#support/app.ts';
import { createSigner } from '../platform/signing.ts';

const site = testApp({ PUSH_HOSTS: 'push.example.test .push.example.org' });

test('changes language, invisible mode, notifications and spending cap, and returns them in the user', async () => {
  const anna = await site.as('anna');
  const bram = await site.as('bram', { gender: 'male' });
  expect(
    await anna.must('changeUser', {
      body: {
        language: 'nl',
        notifications_disabled: ['email:like', 'push:like', 'news', 'email:like'],
        spending_cap: 40,
      },
    }),
  ).toMatchObject({
    language: 'nl',
    notifications_disabled: ['email:like', 'push:like', 'news'],
    spending_cap: 40,
    spent_this_month: 0,
  });
  expect((await anna.must('changeUser', { body: { invisible: true } })).invisible).toBe(true);
  expect((await bram.call('member', { query: { id: anna.memberId } })).status).toBe(404);
  expect(
    (await anna.must('changeUser', { body: { invisible: false, spending_cap: null } })).spending_cap,
  ).toBeNull();
  expect((await bram.call('member', { query: { id: anna.memberId } })).status).toBe(200);
});

test('withdraws the consent to the use of intimate data without leaving, and gives it again', async () => {
  const iris = await site.as('iris', { name: 'Irisje' });
  const jan = await site.as('jan', { gender: 'male', gender_sought: 'female' });
  const kees = await site.as('kees', { gender: 'male', gender_sought: 'female' });
  await iris.must('changeProfile', { body: { interests: ['cooking'] } });
  const {
    conversation: { id: conversation },
  } = await iris.must('send', {
    body: { profile: jan.memberId, client_id: crypto.randomUUID(), text: 'Hi' },
  });
  const shown = async () => (await jan.must('member', { query: { id: iris.memberId } })).interests;
  expect(await shown()).toEqual(['cooking']);
  const change = (given: boolean) => iris.call('changeIntimateConsent', { body: { given } });
  // Incognito would still show her to people whom she likes.
  await iris.must('changeUser', { body: { incognito: true } });
  for (let i = 0; i < 2; i++)
    expect((await change(false)).body).toMatchObject({
      invisible: true,
      incognito: false,
      intimate_consent: { withdrawn_at: expect.any(String) },
    });

  expect((await kees.call('member', { query: { id: iris.memberId } })).status).toBe(404);
  expect(JSON.stringify(await kees.must('members', { query: { gender: 'female' } }))).not.toContain('Irisje');
  expect(await shown(), 'in a conversation').toEqual([]);
  for (const answer of [
    await iris.call('like', { body: { profile: kees.memberId } }),
    await iris.call('swipe'),
    await iris.call('autoLike'),
    await iris.call('changeUser', { body: { invisible: false } }),
    await iris.call('changeUser', { body: { incognito: true } }),
  ])
    expect([answer.status, answer.body.error]).toEqual([403, 'consent_withdrawn']);
  // Account and conversations stay.
  await iris.must('send', { body: { conversation, client_id: crypto.randomUUID(), text: 'Still here' } });
  expect((await iris.must('user')).profile.interests).toEqual(['cooking']);

  expect((await change(true)).body).toMatchObject({
    invisible: true,
    intimate_consent: { withdrawn_at: null },
  });
  expect((await iris.call('swipe')).status).toBe(200);
  expect(await shown()).toEqual(['cooking']);
  await iris.must('changeUser', { body: { invisible: false } });
  expect((await kees.call('member', { query: { id: iris.memberId } })).status).toBe(200);
  const { rows } = await sql`
    select about, given, version from privacy_choices where member_id = ${iris.memberId} order by id`.execute(
    site.db,
  );
  expect(rows).toEqual([
    { about: 'intimate_data', given: false, version: INTIMATE_CONSENT },
    { about: 'intimate_data', given: true, version: INTIMATE_CONSENT },
  ]);
});

test('refuses unknown languages, notification kinds and settings', async () => {
  const anna = await site.as('anna');
  expect((await anna.call('changeUser', { body: { language: 'xx' } })).status).toBe(400);
  expect((await anna.call('changeUser', { body: { credits: 1000 } })).body).toMatchObject({
    error: 'bad_request',
    fields: { credits: 'unknown' },
  });
  for (const entry of ['email', 'sms:like', 'like:email', 'email:like:x', 'everything']) {
    expect(
      (await anna.call('changeUser', { body: { notifications_disabled: [entry] } })).body.fields,
      entry,
    ).toEqual({ notifications_disabled: 'invalid' });
  }
});

test('requires the old password for a new one, and ends every other session immediately', async () => {
  const cleo = await site.as('cleo');
  const laptop = site.visitor();
  await laptop.must('login', { body: { email: 'cleo@example.test', password } });
  const change = (old_password: string, next: string) =>
    cleo.call('changePassword', { body: { old_password, password: next } });
  expect(await change('wrong', 'een nieuw wachtwoord')).toMatchObject({
    status: 422,
    body: { error: 'old_password_wrong', message: 'Please check your old password.' },
  });
  expect((await change(password, 'cleo1234')).body.fields).toEqual({ password: 'password_own' });
  expect((await change(password, 'een nieuw wachtwoord')).body).toEqual({ ok: true });
  expect((await cleo.call('user')).status).toBe(200);
  expect((await laptop.call('user')).status).toBe(403);
  expect(
    (await site.visitor().call('login', { body: { email: 'cleo@example.test', password } })).status,
  ).toBe(401);
});

test('accepts push subscriptions only of trusted push services, and moves them with the browser', async () => {
  const [anna, bram] = [await site.as('anna'), await site.as('bram', { gender: 'male' })];
  const subscribe = (client: typeof anna, endpoint: string) =>
    client.call('subscribePush', {
      body: { subscription: { endpoint, expirationTime: null, keys: { p256dh: 'BPk', auth: 'YWI' } } },
    });
  for (const endpoint of [
    'http://169.254.169.254/latest',
    'https://push.example.test.evil.org/x',
    'https://evilpush.example.org/x',
    'file:///etc/passwd',
    'nonsense',
  ]) {
    expect((await subscribe(anna, endpoint)).status, endpoint).toBe(422);
  }
  expect((await subscribe(anna, 'https://push.example.test/abc')).body).toEqual({ ok: true });
  expect((await subscribe(anna, 'https://eu.push.example.org/abc')).body).toEqual({ ok: true });
  expect((await anna.must('user')).push_subscribed).toBe(true);
  await subscribe(bram, 'https://push.example.test/abc');
  await subscribe(bram, 'https://eu.push.example.org/abc');
  expect((await anna.must('user')).push_subscribed).toBe(false);
});

test('unsubscribes one kind of mail by one click, but not by following the link or with a forged token', async () => {
  const dora = await site.as('dora');
  const token = createSigner(site.app.config.secret, 'unsubscribe').pack(
    { member: dora.memberId, type: 'like' },
    3600,
  );
  const path = `/api/unsubscribe.php?token=${encodeURIComponent(token)}`;
  const visit = await site.visitor().request('GET', path);
  expect([visit.status, visit.headers['location']]).toEqual([
    302,
    expect.stringContaining('/en/notifications?unsubscribe='),
  ]);
  const { notifications_disabled: before } = await dora.must('user');
  expect(before).not.toContain('email:like');
  const oneClick = () =>
    site.visitor().request('POST', path, {
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  expect((await oneClick()).status).toBe(200);
  expect((await oneClick()).status).toBe(200);
  expect((await dora.must('user')).notifications_disabled).toEqual([...before, 'email:like']);
  expect((await site.visitor().request('POST', '/api/unsubscribe.php?token=forged')).status).toBe(410);
});

test('ignores writes from another site', async () => {
  const anna = await site.as('anna');
  const headers = { origin: 'https://evil.example' };
  for (const answer of [
    await anna.call('changeUser', { body: { invisible: true }, headers }),
    await anna.call('changePassword', {
      body: { old_password: password, password: 'een nieuw wachtwoord' },
      headers,
    }),
    await anna.call('deleteUser', { body: { reason: 'time', password }, headers }),
  ])
    expect(answer.body.error).toBe('cross_site');
  expect((await anna.must('user')).invisible).toBe(false);
});

test('requires a login for every member call', async () => {
  const visitor = site.visitor();
  for (const name of ['user', 'changeUser', 'deleteUser', 'changePassword', 'userExport'] as const)
    expect((await visitor.call(name, { body: undefined })).body.error, name).toBe('authentication_required');
});
