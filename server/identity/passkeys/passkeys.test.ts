import { expect, test } from 'vitest';
import { password, testApp } from '#support/app.ts';
import { addPasskey, authenticator, type KeyKind, logInByPasskey } from '#support/authenticator.ts';

const lines: string[] = [];
const site = testApp({ LOG_LEVEL: 'info' }, { logTo: { write: (line) => void lines.push(line) } });

const key = (kind: KeyKind) => authenticator(kind, site.app.config.publicUrl);

test.for<[string, KeyKind]>([
  ['ES256, which phones, computers and security keys make', -7],
  ['RS256, of older Windows Hello', -257],
  ['EdDSA', -8],
])('adds a passkey of kind %s and logs in with it alone', async ([name, kind]) => {
  const member = await site.as(`keys${name.slice(0, 2).toLowerCase()}`);
  const own = key(kind);
  expect(await addPasskey(member, own, password)).toHaveLength(10);
  expect(await logInByPasskey(site.visitor(), own)).toMatchObject({
    status: 200,
    body: { id: member.memberId },
  });
  // It also serves as the second factor after the password.
  const asked = await site.visitor().call('login', { body: { email: member.email, password } });
  expect(asked.body).toMatchObject({ error: 'second_step_required', params: { steps: 'passkey' } });
});

test('ignores a passkey until its first response is verified: no second factor, no login, not listed', async () => {
  const member = await site.as('half');
  const own = key(-7);
  const made = own.make(await member.must('beginPasskey', { body: { password } }));
  const toConfirm = await member.must('addPasskey', { body: { response: made, name: 'Phone' } });
  expect((await member.must('security')).passkeys).toEqual([]);
  expect((await logInByPasskey(site.visitor(), own)).body.error).toBe('passkey_failed');
  expect((await site.visitor().call('login', { body: { email: member.email, password } })).status).toBe(200);
  // Neither a response of another key nor another member confirms it.
  const answer = { response: own.answer(toConfirm) };
  expect((await (await site.as('stranger')).call('confirmPasskey', { body: answer })).status).toBe(422);
  expect((await member.call('confirmPasskey', { body: answer })).status).toBe(200);
  expect((await member.must('security')).passkeys).toMatchObject([{ id: own.id, name: 'Phone' }]);
});

test('logs why a passkey failed, without identifying its member', async () => {
  const member = await site.as('logged');
  const own = key(-7);
  await addPasskey(member, own, password);
  const browser = site.visitor();
  const answer = own.answer(await browser.must('beginPasskeyLogin'));
  answer.response.signature = Buffer.from('no signature at all').toString('base64url');
  lines.length = 0;
  expect((await browser.call('passkeyLogin', { body: { response: answer } })).status).toBe(422);
  const told = lines.filter((line) => line.includes('could not verify a passkey')).join('');
  expect(told).toContain('"ceremony":"login"');
  expect(told).toContain('"message"');
  expect(told).not.toContain(own.id);
  expect(told).not.toContain(member.email);
});

test("refuses a second factor while the address is unconfirmed, since it may be somebody else's", async () => {
  const squatter = await site.as('squatter', { unconfirmed: true });
  expect((await squatter.call('beginPasskey', { body: { password } })).body.error).toBe(
    'address_unconfirmed',
  );
  expect((await squatter.call('beginTotp', { body: { password } })).body.error).toBe('address_unconfirmed');
});
