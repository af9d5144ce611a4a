import { generate } from 'otplib';
import { expect, test } from 'vitest';
import { password, testApp, type Client } from '#support/app.ts';
import { addPasskey, authenticator, logInByPasskey } from '#support/authenticator.ts';

// After the owner recovers an account, nobody else has access to it.

const site = testApp();

const key = () => authenticator(-7, site.app.config.publicUrl);
const login = (email: string, secret = password) =>
  site.visitor().call('login', { body: { email, password: secret } });

async function tokenIn(email: string, path: string): Promise<string> {
  const links = (await site.outbox(email)).flatMap((mail) => mail.links);
  const link = links.find((one) => new URL(one).pathname.includes(path));
  const token = link && new URL(link).searchParams.get('token');
  if (!token) throw new Error(`No link to ${path} was mailed to ${email}.`);
  return token;
}

async function move(thief: Client, to: string): Promise<void> {
  await thief.must('changeMail', { body: { email: to, password } });
  await site.visitor().must('changeMail', { body: { token: await tokenIn(to, 'mail-change') } });
}

async function reset(email: string, secret: string): Promise<void> {
  await site.visitor().must('resetPassword', { body: { email } });
  await site.visitor().must('resetPassword', {
    body: { token: await tokenIn(email, 'reset-password'), password: secret },
  });
}

test('lets the owner recover the account permanently after a thief moved it twice', async () => {
  const victim = await site.as('pingpong');
  const thief = site.visitor();
  await thief.must('login', { body: { email: victim.email, password } });
  await move(thief, 'evil1@evil.test');
  await move(thief, 'evil2@evil.test');
  const younger = await tokenIn('evil1@evil.test', 'mail-change');
  const own = await tokenIn(victim.email, 'mail-change');
  await site.visitor().must('changeMail', { body: { token: own } });
  await site.visitor().must('resetPassword', {
    body: { token: await tokenIn(victim.email, 'reset-password'), password: 'mine again for good' },
  });
  expect((await site.visitor().call('changeMail', { body: { token: younger } })).body.error).toBe(
    'link_expired',
  );
  expect((await login(victim.email, 'mine again for good')).body).toMatchObject({ id: victim.memberId });
});

test('reserves a former address while its owner may still restore the account', async () => {
  const victim = await site.as('squatted');
  const thief = site.visitor();
  await thief.must('login', { body: { email: victim.email, password } });
  await move(thief, 'mover@evil.test');
  const linksThere = async () =>
    (await site.outbox(victim.email))
      .flatMap(({ links }) => links)
      .filter((link) => /\/(activate|mail-change)\/.*token=/.test(link)).length;
  const before = await linksThere();
  const squatter = await site.as('squat', { email: victim.email, unconfirmed: true });
  const other = await site.as('squat2');
  await other.must('changeMail', { body: { email: victim.email, password } });
  expect(await linksThere(), 'no link by which the owner would confirm the other account').toBe(before);
  const back = await tokenIn(victim.email, 'mail-change');
  expect((await site.visitor().call('changeMail', { body: { token: back } })).status).toBe(200);
  expect((await thief.call('user')).status).toBe(403);
  expect((await squatter.call('user')).status, 'the signup was answered like any other').toBe(200);
});

test('removes on recovery what a thief set up a minute before the move', async () => {
  const victim = await site.as('before');
  const thief = site.visitor();
  await thief.must('login', { body: { email: victim.email, password } });
  const planted = key();
  await addPasskey(thief, planted, password);
  await move(thief, 'before@evil.test');
  await site.visitor().must('changeMail', { body: { token: await tokenIn(victim.email, 'mail-change') } });
  expect((await logInByPasskey(site.visitor(), planted)).body.error).toBe('passkey_failed');
});

test('removes with a changed password every factor that the owner does not select', async () => {
  const owner = await site.as('changer');
  const [own, planted] = [key(), key()];
  await addPasskey(owner, own, password);
  const thief = site.visitor();
  await logInByPasskey(thief, own);
  await addPasskey(thief, planted, password);
  const change = { old_password: password, password: 'a new one, all mine', keep: [own.id] };
  await owner.must('changePassword', { body: change });
  expect((await logInByPasskey(site.visitor(), planted)).body.error).toBe('passkey_failed');
  expect((await logInByPasskey(site.visitor(), own)).status).toBe(200);
  const mails = await site.outbox(owner.email);
  expect(mails.map(({ subject }) => subject).join()).toContain('Passkey removed');
});

test('removes with a reset a passkey and an app of the last week, but not an older factor', async () => {
  const owner = await site.as('resetter');
  const [old, planted] = [key(), key()];
  await addPasskey(owner, old, password);
  await site.asOwner(
    `update passkeys set created_at = created_at - interval '8 days' where credential_id = '${old.id}'`,
  );
  await addPasskey(owner, planted, password);
  const { secret } = await owner.must('beginTotp', { body: { password } });
  await owner.must('confirmTotp', { body: { code: await generate({ secret }) } });
  await reset(owner.email, 'set by the mailbox');
  expect((await logInByPasskey(site.visitor(), planted)).body.error).toBe('passkey_failed');
  expect((await login(owner.email, 'set by the mailbox')).body).toMatchObject({
    error: 'second_step_required',
    params: { steps: 'passkey' },
  });
});

test('removes with a reset that confirms an account everything of the person who signed up with the address', async () => {
  const squatter = await site.as('prehijack', { unconfirmed: true });
  const planted = key();
  // Accounts created before factors required a confirmed address can be in this state.
  await site.asOwner(`update members set status = 'active' where id = ${squatter.memberId}`);
  site.app.events.publish('sessions_changed', { member_id: squatter.memberId });
  await addPasskey(squatter, planted, password);
  await site.asOwner(`update members set status = 'not_confirmed' where id = ${squatter.memberId}`);
  await site.asOwner(`update passkeys set created_at = created_at - interval '30 days'`);
  await reset(squatter.email, 'the real owner’s');
  expect((await logInByPasskey(site.visitor(), planted)).body.error).toBe('passkey_failed');
  expect((await login(squatter.email, 'the real owner’s')).status).toBe(200);
});
