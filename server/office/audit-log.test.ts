import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Client, password, testApp } from '#support/app.ts';
import { plant, plantWithBrowser } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

// The audit log is complete: pictures by their address, exports with their filters, security changes of
// staff, denied calls, programs and terminal commands.

const site = testApp();
const run = promisify(execFile);
let owner: Client;

beforeAll(async () => {
  owner = await plantWithBrowser(site, { roles: ['owner'] });
});

interface Line {
  action: string;
  member_id: number | null;
  object: string | null;
  details: Record<string, unknown>;
}

const linesOf = async (operator: number, action: string) =>
  (
    await sql<Line>`select action, member_id, object, details from audit_log
      where operator_id = ${operator} and action like ${action} order by id`.execute(site.db)
  ).rows;
const jpeg = () => picture().jpeg().toBuffer();

test('records each look at a selfie, at evidence and at a hidden photo by its address', async () => {
  const moderator = await plantWithBrowser(site, { roles: ['moderator'] });
  const { memberId } = moderator;
  const anna = await plantWithBrowser(site);
  const { id: photo } = await anna.must('addPhoto', { file: { content: await jpeg() } });
  await sql`update photos set status = 'inspecting' where id = ${photo}`.execute(site.db);
  const { storage_key } = (
    await sql<{ storage_key: string }>`select storage_key from photos where id = ${photo}`.execute(site.db)
  ).rows[0]!;
  const selfie = (
    await sql<{ id: number }>`insert into verifications (member_id, pose, sent_at, storage_key)
      values (${anna.memberId}, 'thumb_up', app_now(), ${storage_key}) returning id`.execute(site.db)
  ).rows[0]!.id;
  const complaint = (
    await sql<{ id: number }>`insert into complaints (profile_id, category, body, evidence_folders, status)
      values (${anna.memberId}, 'other', 'x', ${[storage_key]}, 'resolved') returning id`.execute(site.db)
  ).rows[0]!.id;
  // The list of photos would record the same look, so this moderator must not read it.
  const { filename } = (await owner.must('adminPhotos')).photos.find(({ id }) => id === photo)!;
  for (const address of [`/selfies/${selfie}`, `/complaint-files/${complaint}/0`, filename])
    expect((await moderator.request('GET', address)).status, address).toBe(200);
  const look = (action: string, object: number) => ({
    action,
    member_id: anna.memberId,
    object: String(object),
  });
  expect(await linesOf(memberId, 'selfie.look')).toMatchObject([look('selfie.look', selfie)]);
  expect(await linesOf(memberId, 'complaint.picture')).toMatchObject([look('complaint.picture', complaint)]);
  expect(await linesOf(memberId, 'photo.look')).toMatchObject([look('photo.look', photo)]);
});

test('records each look at a chat picture that only the role shows', async () => {
  const moderator = await plantWithBrowser(site, { roles: ['moderator'] });
  const anna = await plantWithBrowser(site);
  const { id: photo } = await anna.must('addPhoto', { file: { content: await jpeg() } });
  const image = (
    await sql<{ id: number }>`
      insert into chat_images (member_id, client_id, storage_key, width, height, fingerprint, flagged, status)
      select ${anna.memberId}, ${randomUUID()}, storage_key, 100, 100, 0, true, 'inspecting' from photos where id = ${photo}
      returning id`.execute(site.db)
  ).rows[0]!.id;
  const address = site.app.parts.chatImages.of(image).filename;
  expect((await anna.request('GET', address)).status).toBe(200);
  expect((await moderator.request('GET', address)).status).toBe(200);
  expect(await linesOf(anna.memberId, '%')).toEqual([]);
  const lines = await linesOf(moderator.memberId, 'chat_image.look');
  expect(lines.at(-1)).toMatchObject({ member_id: anna.memberId, object: String(image) });
});

test('records every export with its filters, without the words of a search', async () => {
  const ask = (find: string) => owner.call('adminMoneyWorkFile', { query: { state: 'open', find } });
  for (const find of ['nobody@example.test', '', '17']) expect((await ask(find)).status).toBe(200);
  expect((await linesOf(owner.memberId, 'money_work.file')).map(({ details }) => details)).toEqual([
    { state: 'open', find: '(text)' },
    { state: 'open', find: '' },
    { state: 'open', find: '17' },
  ]);
  for (const member of [1, 2]) await owner.call('adminAuditFile', { query: { member } });
  expect((await linesOf(owner.memberId, 'audit.export')).map(({ details }) => details)).toEqual([
    { member: 1 },
    { member: 2 },
  ]);
});

test('names the member behind a payment', async () => {
  const payer = await plantWithBrowser(site, { signedUpAgo: 60 });
  const { payment_id: id } = await payer.must('startPayment', {
    body: { package: 2, method: 'ideal', consent: true, idempotency_key: randomUUID() },
  });
  await owner.must('adminPayment', { query: { id } });
  expect(await linesOf(owner.memberId, 'payment.look')).toMatchObject([
    { member_id: payer.memberId, object: id },
  ]);
});

test("records staff's own security, what they do as members, and wrong codes", async () => {
  const olga = await site.as('olga');
  const { memberId } = olga;
  await sql`update members set roles = '{support}' where id = ${memberId}`.execute(site.db);
  await olga.must('beginTotp', { body: { password } });
  await olga.call('showCode', { body: { code: '123456' } });
  await olga.must('like', { body: { profile: await plant(site, { gender: 'male' }) } });
  await olga.must('changePassword', {
    body: { old_password: password, password: 'een nieuw wachtwoord', keep: [] },
  });
  await olga.must('logout');
  const acts = (await linesOf(memberId, '%')).map(({ action, object }) => [action, object]);
  expect(acts).toContainEqual(['own.beginTotp', null]);
  expect(acts).toContainEqual(['operator.security', 'wrong_code']);
  expect(acts).toContainEqual(['own.like', null]);
  expect(acts).toContainEqual(['operator.security', 'password']);
  expect(acts).toContainEqual(['own.logout', null]);
  const anna = await site.as('anna');
  await anna.must('logout');
  expect(await linesOf(anna.memberId, '%'), 'members are no staff').toEqual([]);
});

test('records refused calls once in ten minutes', async () => {
  const writer = await plantWithBrowser(site, { roles: ['writer'] });
  for (let i = 0; i < 3; i++) await writer.call('adminMember', { query: { id: 1 } });
  expect(await linesOf(writer.memberId, 'refused')).toMatchObject([
    { object: 'adminMember', details: { error: 'role_required' } },
  ]);
});

test('distinguishes reads by a program from reads by its operator', async () => {
  const { id, token } = await owner.must('addAdminToken', {
    body: { name: 'reports', days: 30, scopes: ['admin:members'] },
  });
  const member = await plant(site);
  const headers = { authorization: `Bearer ${token}` };
  expect((await site.visitor().call('adminMember', { query: { id: member }, headers })).status).toBe(200);
  await owner.must('adminMember', { query: { id: member } });
  const looks = (await linesOf(owner.memberId, 'member.look')).filter(
    ({ object }) => object === String(member),
  );
  expect(looks.map(({ details }) => details)).toEqual([{ token: id }, {}]);
});

test('contains old and new values of webhooks and corrected birth dates', async () => {
  const { id } = await owner.must('addWebhook', {
    body: { url: 'https://hooks.example.com/one', events: ['member.signed_up'] },
  });
  await owner.must('changeWebhook', { body: { id, url: 'https://hooks.example.com/two' } });
  expect((await linesOf(owner.memberId, 'webhook.%')).map(({ details }) => details)).toMatchObject([
    { url: 'https://hooks.example.com/one' },
    { before: { url: 'https://hooks.example.com/one' }, after: { url: 'https://hooks.example.com/two' } },
  ]);
  const member = await plant(site, { date_of_birth: '1990-06-15' });
  await owner.must('correctMember', {
    body: {
      member,
      field: 'date_of_birth',
      value: '1991-06-15',
      ground: 'house_rules',
      reason: 'you asked us to',
    },
  });
  expect(await linesOf(owner.memberId, 'member.correct')).toMatchObject([
    { object: 'date_of_birth', details: { before: '1990-06-15', after: '1991-06-15' } },
  ]);
});

test('records commands of the terminal', async () => {
  const env = { ...process.env, DATABASE_URL: site.databaseUrl, SECRET: site.app.config.secret };
  const command = (...words: string[]) => run(process.execPath, words, { env });
  await command(
    'scripts/commands/partner.ts',
    'set',
    '--key',
    'adnet',
    '--postback',
    'https://one.example/pb',
    '--signup',
    '1.50',
  );
  await command(
    'scripts/commands/partner.ts',
    'set',
    '--key',
    'adnet',
    '--postback',
    'https://two.example/pb',
  );
  await command('scripts/commands/partner.ts', 'close', '--key', 'adnet');
  await expect(command('scripts/commands/operator.ts', '--forget-second-step')).rejects.toThrow(
    'Nothing was changed',
  );
  await command('scripts/commands/operator.ts', '--forget-second-step', '--yes');
  const [first, second, third] = await linesOf(owner.memberId, 'partner.%');
  expect(first).toMatchObject({
    action: 'partner.set',
    object: 'adnet',
    details: { terminal: true, before: null, after: { payouts: { signup: 150 } } },
  });
  expect(second!.details).toMatchObject({
    before: { postback_url: 'https://one.example/pb' },
    after: { postbackUrl: 'https://two.example/pb' },
  });
  expect(third!.action).toBe('partner.close');
  expect(await linesOf(owner.memberId, 'operator.link')).toMatchObject([
    { member_id: owner.memberId, details: { terminal: true, forgot_factors: true } },
  ]);
}, 120_000);
