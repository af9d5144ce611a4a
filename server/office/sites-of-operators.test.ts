import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#contract/lists/roles.ts';
import { type Client, password, testApp } from '#support/app.ts';
import { browserOf, plant, plantSite, plantWithBrowser } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

// Two sites with pools of their own, and operators of one of them (docs/product.md 16.10, 16.11).

const site = testApp({ PUBLIC_URL: 'https://liaison.example' });
const HOME = 'liaison.example';
const OTHER = 'other.example';
let owner: Client;

beforeAll(async () => {
  await plantSite(site, OTHER, 'Other');
  owner = await plantWithBrowser(site, { roles: ['owner'] });
});

async function operatorOf(role: Role, sites: string[] | null): Promise<Client> {
  const id = await plant(site, { roles: [role] });
  if (sites) await owner.must('changeOperator', { body: { id, roles: [role], sites } });
  return browserOf(site, id);
}

const find = async (client: Client, id: number) =>
  (await client.must('adminMembers', { query: { find: String(id) } })).members.length;

test('applies a new limit at the next request, and records the old and the new sites', async () => {
  const moderator = await operatorOf('moderator', null);
  const [home, other] = [await plant(site), await plant(site, { host: OTHER })];
  expect([await find(moderator, home), await find(moderator, other)]).toEqual([1, 1]);
  const change = { id: moderator.memberId, roles: ['moderator' as const], sites: [OTHER] };
  await owner.must('changeOperator', { body: change });
  expect([await find(moderator, home), await find(moderator, other)]).toEqual([0, 1]);
  expect((await moderator.call('adminMember', { query: { id: home } })).status).toBe(404);
  expect((await moderator.must('user')).office_sites).toEqual([OTHER]);
  const { lines } = await owner.must('adminAudit', {
    query: { act: 'operator.roles', member: moderator.memberId },
  });
  expect(JSON.parse(lines[0]!.details)).toMatchObject({ sites_before: null, sites_after: [OTHER] });
  expect(
    (await owner.call('changeOperator', { body: { ...change, sites: ['nowhere.example'] } })).body.fields,
  ).toEqual({
    sites: 'invalid',
  });
});

test('lets an owner of a site manage its operators, and no others', async () => {
  const limited = await operatorOf('owner', [OTHER]);
  const colleague = await operatorOf('support', [OTHER]);
  const invite = (sites?: string[] | null) =>
    limited.call('inviteOperator', {
      body: {
        email: `${randomUUID()}@example.test`,
        name: 'Olga',
        roles: ['support'],
        ...(sites !== undefined && { sites }),
      },
    });
  expect((await invite([OTHER])).status).toBe(201);
  expect((await invite(['*'])).status).toBe(404);
  for (const all of [null, undefined]) expect((await invite(all)).body.error).toBe('all_sites_required');
  const change = (id: number, sites: string[] | null) =>
    limited.call('changeOperator', { body: { id, roles: ['moderator'], sites } });
  expect((await change(colleague.memberId, [OTHER])).status).toBe(200);
  expect((await change(colleague.memberId, null)).body.error).toBe('all_sites_required');
  expect((await change(owner.memberId, [OTHER])).status).toBe(404);
  const { email } = (await owner.must('adminOperators')).operators.find(({ id }) => id === owner.memberId)!;
  const again = await limited.call('inviteOperator', {
    body: { email: email!, name: 'Olga', roles: ['support'], sites: [OTHER] },
  });
  expect(again.body.fields).toEqual({ email: 'email_taken' });
  const settings = { site: '*', changes: [{ key: 'photo_credits', value: 3 }] };
  expect((await limited.call('changeSettings', { body: settings })).body.error).toBe('all_sites_required');
  expect((await limited.call('changeSettings', { body: { ...settings, site: OTHER } })).status).toBe(200);
});

test('refuses to limit the last owner of all sites', async () => {
  await operatorOf('owner', [OTHER]);
  const body = { id: owner.memberId, roles: ['owner' as const], sites: [OTHER] };
  expect((await owner.call('changeOperator', { body })).body.error).toBe('conflict');
});

test('gives a token no more than its own sites and those that its owner still has', async () => {
  const moderator = await operatorOf('moderator', null);
  const [home, other] = [await plant(site), await plant(site, { host: OTHER })];
  const make = async (sites?: string[]) => {
    const body = {
      name: 'report',
      days: 30 as const,
      scopes: ['admin:members' as const],
      ...(sites && { sites }),
    };
    const { token } = await moderator.must('addAdminToken', { body });
    return async (id: number) =>
      (
        await site.visitor().must('adminMembers', {
          query: { find: String(id) },
          headers: { authorization: `Bearer ${token}` },
        })
      ).members.length;
  };
  const [whole, part] = [await make(), await make(['*'])];
  expect([await whole(home), await whole(other), await part(home), await part(other)]).toEqual([1, 1, 1, 0]);
  await owner.must('changeOperator', {
    body: { id: moderator.memberId, roles: ['moderator'], sites: [OTHER] },
  });
  expect([await whole(home), await whole(other), await part(home), await part(other)]).toEqual([0, 1, 0, 0]);
});

test('sends a webhook of a site only the events of its members', async () => {
  const add = async (address: string | null) =>
    (
      await owner.must('addWebhook', {
        body: {
          url: `https://hooks.example.com/${randomUUID()}`,
          events: ['member.signed_up'],
          site: address,
        },
      })
    ).id;
  const [all, home, other] = [await add(null), await add('*'), await add(OTHER)];
  const join = async (host: string) => {
    const client = site.visitor();
    client.host = host;
    return (
      await client.must('signup', {
        body: {
          email: `${randomUUID()}@example.test`,
          password,
          name: 'Somebody',
          gender: 'female',
          gender_sought: 'male',
          date_of_birth: '1990-01-01',
          country: 'NL',
          city: 'Utrecht',
          region: 'Utrecht',
          language: 'en',
          intimate_consent: true,
        },
      })
    ).id;
  };
  const [here, there] = [await join(HOME), await join(OTHER)];
  const receivedBy = async (webhook: string) =>
    (
      await sql<{ member_id: number }>`
        select member_id from webhook_deliveries where webhook_id = ${webhook} order by number`.execute(
        site.db,
      )
    ).rows.map(({ member_id }) => member_id);
  expect([await receivedBy(all), await receivedBy(home), await receivedBy(other)]).toEqual([
    [here, there],
    [here],
    [there],
  ]);
});

test('honours a code of a site for its members, whatever host they use', async () => {
  const finance = await operatorOf('finance', [OTHER]);
  const made = await finance.must('adminDiscountCode', { body: { code: 'THEIRS', value_percentage: 10 } });
  expect(made.sites).toEqual([OTHER]);
  const [home, other] = [await plantWithBrowser(site), await plantWithBrowser(site, { host: OTHER })];
  other.host = OTHER;
  const use = async (client: Client) =>
    (await client.call('discountCode', { query: { code: 'THEIRS' } })).status;
  expect([await use(home), await use(other)]).toEqual([404, 200]);
  const visitor = site.visitor();
  expect(await use(visitor)).toBe(404);
  visitor.host = OTHER;
  expect(await use(visitor)).toBe(200);
  const order = (client: Client) =>
    client.call('startPayment', {
      body: {
        package: 2,
        method: 'ideal',
        consent: true,
        idempotency_key: randomUUID(),
        discountcode: 'THEIRS',
      },
    });
  expect((await order(home)).body.error).toBe('code_not_found');
  expect((await order(other)).status).toBeLessThan(300);
});

test('shows the waiting pictures of a site to its moderators only', async () => {
  const member = await plantWithBrowser(site);
  const { id } = await member.must('addPhoto', { file: { content: await picture().jpeg().toBuffer() } });
  await sql`update photos set status = 'inspecting' where id = ${id}`.execute(site.db);
  const [home, other] = [await operatorOf('moderator', ['*']), await operatorOf('moderator', [OTHER])];
  const { photos } = await home.must('adminPhotos');
  const { filename } = photos.find((photo) => photo.id === id)!;
  expect((await home.request('GET', filename)).status).toBe(200);
  expect((await other.request('GET', filename)).status).toBe(404);
});

test('lets an auditor of a site read the entries of that site only', async () => {
  const [home, other] = [await plant(site), await plant(site, { host: OTHER })];
  for (const id of [home, other]) await owner.must('adminMember', { query: { id } });
  const auditor = await operatorOf('auditor', [OTHER]);
  const { lines } = await auditor.must('adminAudit', { query: { act: 'member.look' } });
  expect(lines.map(({ member, site: at }) => [member?.id, at])).toContainEqual([other, OTHER]);
  expect(lines.filter(({ site: at }) => at !== OTHER)).toEqual([]);
});
