import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#contract/lists/roles.ts';
import { type Client, testApp } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';

const site = testApp();
let support: Client;
let finance: Client;

async function operatorWith(role: Role): Promise<Client> {
  const id = await plant(site);
  await sql`update members set roles = ${[role]}::text[] where id = ${id}`.execute(site.db);
  return browserOf(site, id);
}

beforeAll(async () => {
  [support, finance] = [await operatorWith('support'), await operatorWith('finance')];
});

const balance = async (id: number) =>
  (await site.db.selectFrom('members').where('id', '=', id).select('credits').executeTakeFirstOrThrow())
    .credits;

test('mails the restore link to a member whom an operator deletes', async () => {
  const anna = await site.as('anna');
  await support.must('deleteMember', { body: { member: anna.memberId, reason: 'asked by letter' } });
  expect(
    (await support.call('deleteMember', { body: { member: anna.memberId, reason: 'again' } })).body.error,
  ).toBe('pending_deletion');
  expect((await anna.call('user')).status).toBe(403);
  const [mail] = await site.outbox(anna.email);
  const token = new URL(mail!.links.find((link) => link.includes('token='))!).searchParams.get('token')!;
  const back = site.visitor();
  expect((await back.must('reactivate', { body: { token } })).id).toBe(anna.memberId);
});

test("counts the member's own messages in their file", async () => {
  const [bea, carl] = [await site.as('bea'), await site.as('carl', { gender: 'male' })];
  for (const text of ['Hello', 'Are you there?'])
    await bea.must('send', { body: { profile: carl.memberId, client_id: randomUUID(), text } });
  const { counts } = await support.must('adminMember', { query: { id: bea.memberId } });
  expect(counts).toMatchObject({ conversations: 1, messages: 2 });
});

test('needs a second operator for credits above the limit, and books smaller changes immediately', async () => {
  const dora = await site.as('dora');
  const ask = (who: Client, credits: number, id = randomUUID()) =>
    who.must('changeCredits', { body: { id, member: dora.memberId, credits, reason: 'a gesture' } });
  expect((await ask(support, 60)).state).toBe('done');
  expect(await balance(dora.memberId)).toBe(60);
  // Together both changes exceed the limit of 100, so splitting does not help.
  const id = randomUUID();
  expect((await ask(support, 60, id)).state).toBe('approval');
  expect((await ask(support, 60, id)).state, 'a repeat asks once').toBe('approval');
  expect(await balance(dora.memberId)).toBe(60);
  expect((await support.call('decideCredits', { body: { id, approve: true } })).body.error).toBe(
    'own_decision',
  );
  expect(await balance(dora.memberId)).toBe(60);
  for (let n = 0; n < 2; n++)
    expect((await finance.must('decideCredits', { body: { id, approve: true } })).state).toBe('done');
  expect(await balance(dora.memberId), 'approved twice, booked once').toBe(120);
  const declined = randomUUID();
  await ask(support, 5000, declined);
  await finance.must('decideCredits', { body: { id: declined, approve: false } });
  expect((await finance.call('decideCredits', { body: { id: declined, approve: true } })).body.error).toBe(
    'conflict',
  );
  expect(await balance(dora.memberId)).toBe(120);
});

test('searches by the beginning of a name through its index', async () => {
  await sql`insert into members (email, email_key, status, language) select 'bulk' || n, 'bulk' || n, 'active', 'en' from generate_series(1, 5000) n`.execute(
    site.db,
  );
  await sql`insert into profiles (id, name, gender, date_of_birth, country)
    select id, 'Name' || id, 'female', '1990-01-01', 'NL' from members where email like 'bulk%'`.execute(
    site.db,
  );
  await sql`analyze profiles`.execute(site.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from profiles where lower(name) ~>=~ 'name77' and lower(name) ~<~ 'name78'`.execute(
    site.db,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('profiles_name');
  const { members } = await support.must('adminMembers', { query: { find: 'NAME77' } });
  expect(members.length).toBeGreaterThan(1);
  expect(members.every(({ name }) => name!.startsWith('Name77'))).toBe(true);
});

test("keeps colleagues' sessions, files and addresses from operators who are not above them", async () => {
  const owner = await operatorWith('owner');
  const auditor = await operatorWith('auditor');
  const moderator = await operatorWith('moderator');
  for (const client of [support, moderator]) {
    const member = owner.memberId;
    expect((await client.call('signOutMember', { body: { member } })).body.error).toBe('role_required');
    expect((await client.call('adminMember', { query: { id: member } })).body.error).toBe('role_required');
    expect((await client.must('adminMembers', { query: { find: String(member) } })).members).toEqual([]);
    expect((await client.call('adminMember', { query: { id: client.memberId } })).status).toBe(200);
  }
  expect((await owner.call('adminTasks')).status, 'the owner is still here').toBe(200);
  for (const client of [owner, auditor]) {
    const found = await client.must('adminMembers', { query: { find: String(moderator.memberId) } });
    expect(found.members).toHaveLength(1);
    expect((await client.call('adminMember', { query: { id: moderator.memberId } })).status).toBe(200);
  }
  await owner.must('signOutMember', { body: { member: moderator.memberId } });
  expect((await moderator.call('adminTasks')).status).toBe(404);
});
