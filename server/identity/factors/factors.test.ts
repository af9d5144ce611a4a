import { generate } from 'otplib';
import { expect, test } from 'vitest';
import { password, testApp, type Client } from '#support/app.ts';

const site = testApp({ LIMITS_SCALE: '1' });

const login = (email: string, client = site.visitor()) => client.call('login', { body: { email, password } });

async function setUpApp(member: Client): Promise<{ secret: string; codes: string[] }> {
  const { secret, uri, qr } = await member.must('beginTotp', { body: { password } });
  expect(uri).toContain('otpauth://totp/');
  expect(qr).toContain('<svg');
  expect((await login(member.email!)).status, 'an app that was never confirmed asks for nothing').toBe(200);
  const { recovery_codes: codes } = await member.must('confirmTotp', {
    body: { code: await generate({ secret }) },
  });
  return { secret, codes };
}

/** The code of the next half-minute, which the server also accepts. The current one has been used. */
const nextCode = (secret: string) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });

test("requires the app's code after the password, and accepts it once", async () => {
  const anna = await site.as('anna');
  const { secret, codes } = await setUpApp(anna);
  expect(codes).toHaveLength(10);
  const asked = await login('anna@example.test');
  expect(asked).toMatchObject({
    status: 401,
    body: { error: 'second_step_required', params: { steps: 'totp' } },
  });
  expect([asked.headers['set-cookie'] ?? []].flat().join()).not.toContain('auth=');
  const ticket = String(asked.body.params!['ticket']);
  const browser = site.visitor();
  expect((await browser.call('secondStep', { body: { ticket, code: '000000' } })).body.error).toBe(
    'code_invalid',
  );
  const code = await nextCode(secret);
  expect((await browser.must('secondStep', { body: { ticket, code } })).id).toBe(anna.memberId);
  expect((await browser.call('user')).status).toBe(200);
  expect((await site.visitor().call('secondStep', { body: { ticket, code } })).body.error).toBe(
    'link_expired',
  );
  const again = String((await login('anna@example.test')).body.params!['ticket']);
  expect(
    (await site.visitor().call('secondStep', { body: { ticket: again, code } })).body.error,
    'no code works twice',
  ).toBe('code_invalid');
});

test('accepts a recovery code once instead of the app; new codes replace the old', async () => {
  const bea = await site.as('bea');
  const { codes } = await setUpApp(bea);
  const step = async (code: string) => {
    const ticket = String((await login('bea@example.test')).body.params!['ticket']);
    return (await site.visitor().call('secondStep', { body: { ticket, code } })).status;
  };
  expect(await step(codes[0]!.toUpperCase())).toBe(200);
  expect(await step(codes[0]!)).toBe(422);
  expect((await bea.must('security')).recovery_codes_left).toBe(9);
  const fresh = await bea.must('newRecoveryCodes', { body: { password } });
  expect(await step(codes[1]!)).toBe(422);
  expect(await step(fresh.recovery_codes[0]!)).toBe(200);
});

test('blocks the second step after five wrong codes in a quarter of an hour, even for the right code', async () => {
  const cleo = await site.as('cleo');
  const { secret } = await setUpApp(cleo);
  const ticket = String((await login('cleo@example.test')).body.params!['ticket']);
  for (let guess = 0; guess < 5; guess++)
    expect(
      (await site.visitor().call('secondStep', { body: { ticket, code: `10000${guess}` } })).status,
    ).toBe(422);
  expect(
    (await site.visitor().call('secondStep', { body: { ticket, code: await nextCode(secret) } })).status,
  ).toBe(429);
});

test('adds and removes factors with the password alone; removing the last one deletes the codes', async () => {
  const dora = await site.as('dora');
  expect((await dora.call('beginTotp', { body: { password: 'wrong' } })).body.error).toBe('password_wrong');
  await setUpApp(dora);
  expect((await dora.call('removeTotp', { body: { password: 'wrong' } })).body.error).toBe('password_wrong');
  await dora.must('removeTotp', { body: { password } });
  expect(await dora.must('security')).toEqual({ passkeys: [], totp: false, recovery_codes_left: 0 });
  expect((await login('dora@example.test')).status).toBe(200);
});

test('mails each change of a factor, with the browser that made it: app on and off, codes renewed, a code used', async () => {
  const ivy = await site.as('ivy');
  const all = () => site.outbox('ivy@example.test');
  // The mail about the new device may arrive in between, so the test does not depend on the order.
  const told = async (subject: string) => (await all()).find((mail) => mail.subject!.includes(subject))?.text;
  const { codes } = await setUpApp(ivy);
  expect(await told('Authenticator app added')).toContain("Wasn't this you?");
  const ticket = String((await login('ivy@example.test')).body.params!['ticket']);
  await site.visitor().must('secondStep', { body: { ticket, code: codes[0]! } });
  expect(await told('recovery code was used')).toContain('9 recovery codes left');
  await ivy.must('newRecoveryCodes', { body: { password } });
  expect(await told('New recovery codes')).toBeDefined();
  await ivy.must('removeTotp', { body: { password } });
  expect(await told('Authenticator app removed')).toBeDefined();
  await ivy.must('removeTotp', { body: { password } });
  expect((await all()).filter(({ subject }) => subject!.includes('Authenticator app removed'))).toHaveLength(
    1,
  );
});

test("mails the removal of a passkey in the member's language, and nothing about an unknown one", async () => {
  const jade = await site.as('jade', { language: 'nl' });
  await site.db
    .insertInto('passkeys')
    .values({
      member_id: jade.memberId,
      credential_id: 'key-of-jade',
      public_key: Buffer.from('x'),
      counter: 0,
      name: 'Telefoon',
    })
    .execute();
  await jade.must('removePasskey', { body: { id: 'another', password } });
  expect((await site.outbox('jade@example.test')).some(({ subject }) => subject?.includes('Passkey'))).toBe(
    false,
  );
  await jade.must('removePasskey', { body: { id: 'key-of-jade', password } });
  expect((await site.outbox('jade@example.test'))[0]!.subject).toBe(
    'Passkey verwijderd van je account bij Liaison',
  );
});

test('stores no secret in plain text', async () => {
  const emma = await site.as('emma');
  const { secret, codes } = await setUpApp(emma);
  const { secret_sealed: sealed } = await site.db
    .selectFrom('totp_secrets')
    .where('member_id', '=', emma.memberId)
    .select('secret_sealed')
    .executeTakeFirstOrThrow();
  expect(sealed.toString('latin1')).not.toContain(secret);
  const hashes = await site.db
    .selectFrom('recovery_codes')
    .where('member_id', '=', emma.memberId)
    .select('code_hash')
    .execute();
  expect(hashes.map(({ code_hash: hash }) => hash.toString('latin1')).join()).not.toContain(
    codes[0]!.replace('-', ''),
  );
});

test("lists a member's sessions with their devices, and lets only that member end them", async () => {
  const fay = await site.as('fay');
  const phone = site.visitor();
  await phone.call('login', {
    body: { email: 'fay@example.test', password },
    headers: {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    },
  });
  const { sessions } = await fay.must('sessions');
  expect(sessions).toHaveLength(2);
  expect(sessions.find(({ current }) => !current)).toMatchObject({
    browser: 'Safari',
    system: 'iOS',
    device: 'phone',
  });
  const { id } = sessions.find(({ current }) => !current)!;
  await (await site.as('gwen')).must('endSession', { body: { id } });
  expect((await phone.call('user')).status).toBe(200);
  await fay.must('endSession', { body: { id } });
  expect((await phone.call('user')).status).toBe(403);
  const mails = await site.outbox('fay@example.test');
  expect(mails[0]!.subject).toContain('New login');
  expect(mails[0]!.text).toContain('Safari, iOS');
});

test('restores the account to the former address for a week after someone changed address, password and second step', async () => {
  const hedy = await site.as('hedy');
  const thief = site.visitor();
  await thief.must('login', { body: { email: 'hedy@example.test', password } });
  await thief.must('changeMail', { body: { email: 'thief@evil.test', password } });
  const tokenIn = async (email: string, path: string) => {
    const link = (await site.outbox(email))
      .flatMap(({ links }) => links)
      .find((one) => new URL(one).pathname.includes(path));
    return new URL(link!).searchParams.get('token')!;
  };
  expect((await site.outbox('hedy@example.test')).map(({ subject }) => subject).join()).toContain(
    'A new email address',
  );
  await site
    .visitor()
    .must('changeMail', { body: { token: await tokenIn('thief@evil.test', 'mail-change') } });
  await thief.must('changePassword', {
    body: { old_password: password, password: 'the password of a thief' },
  });
  await thief.must('beginTotp', { body: { password: 'the password of a thief' } });
  const back = await tokenIn('hedy@example.test', 'mail-change');
  expect((await site.visitor().call('changeMail', { body: { token: back } })).status).toBe(200);
  // Sends its link now, because the login below sends another, and jobs run in any order.
  await site.runJobs();
  expect((await thief.call('user')).status).toBe(403);
  expect(
    (
      await site
        .visitor()
        .call('login', { body: { email: 'hedy@example.test', password: 'the password of a thief' } })
    ).status,
  ).toBe(401);
  const token = await tokenIn('hedy@example.test', 'reset-password');
  await site.visitor().must('resetPassword', { body: { token, password: 'mine again for good' } });
  expect(
    (
      await site
        .visitor()
        .must('login', { body: { email: 'hedy@example.test', password: 'mine again for good' } })
    ).id,
  ).toBe(hedy.memberId);
});
