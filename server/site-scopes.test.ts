import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls, type Call, type CallName, type CallReply, type OfficeCallName } from '#contract/calls.ts';
import { type Role, roles, rolesOfCall } from '#contract/lists/roles.ts';
import { testApp, type Client } from '#support/app.ts';
import type { Input } from '#support/client.ts';
import { browserOf, plant, plantConversation, plantSite, plantWithBrowser } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';
import { operatorRequests } from '#support/office/operator-requests.ts';
import { picture } from '#support/pictures.ts';

// Makes every office call about the default site as an operator of another site, in a pool of its own
// (docs/product.md 16.5).

const site = testApp();
const OTHER = 'other.example';

/** Event streams never end; server/desk/desk.test.ts covers this one. */
type Endless = 'deskEvents';
type Listed = Exclude<
  { [K in OfficeCallName]: (typeof calls)[K]['scope'] extends 'listed' ? K : never }[OfficeCallName],
  Endless
>;
const table = (Object.entries(calls) as [CallName, Call][]).filter(
  ([name, { access }]) => access === 'operator' && name !== 'deskEvents',
);

const operators = new Map<Role, Client>();
const owner = () => operators.get('owner')!;
let member: Client;
const fixtures = operatorRequests(site, { operators, member: () => member });
const requests = new Map<CallName, Input<CallName>>();

async function operatorOf(role: Role, sites: string[] | null): Promise<Client> {
  const id = await plant(site, { roles: [role] });
  await sql`update members set office_sites = ${sites} where id = ${id}`.execute(site.db);
  return browserOf(site, id);
}

/** The image of the request of `decideChatImage`, which only its sender has seen. */
async function sendFlaggedImage(): Promise<void> {
  const { id } = requests.get('decideChatImage')!.body as { id: number };
  const conversation = await plantConversation(site, member.memberId, await plant(site));
  await sql`insert into messages (conversation_id, sender_id, client_id, kind, image_id)
    values (${conversation}, ${member.memberId}, gen_random_uuid(), 'image', ${id})`.execute(site.db);
}

beforeAll(async () => {
  await plantSite(site, OTHER, 'Other');
  for (const role of roles) operators.set(role, await operatorWith(site, role));
  member = await plantWithBrowser(site);
  for (const [name] of table) requests.set(name, await fixtures[name]!(owner()));
  await sendFlaggedImage();
  requests.set('adminFigures', { query: { site: '*' } });
  requests.set('adminToday', { query: { site: '*' } });
  requests.set('adminTodayFile', { query: { site: '*' } });
  requests.set('adminFiguresFile', { query: { part: 'days', site: '*' } });
  requests.set('addAdminToken', {
    body: { name: 'reports', days: 30, scopes: ['admin:members'], sites: ['*'] },
  });
  requests.set('adminDiscountCode', { body: { code: 'ELSEWHERE', value_percentage: 10, sites: ['*'] } });
  requests.set('adminCodeUses', { query: { code: 'ELSEWHERE' } });
  for (const name of [
    'addWebhook',
    'adminDiscountCode',
    'adminAnnounce',
    'adminWritePage',
    'adminWriteMail',
  ] as const)
    await owner().must(name, requests.get(name) as Input<typeof name>);
});

// A canned reply belongs to one writer, so that the request of another would change nothing.
beforeEach(() => sql`delete from desk_replies where owner_id is not null`.execute(site.db));

const own = [{ host: OTHER, name: `Site ${OTHER}` }];
const nothing = { next: null };
const waitingNothing = { waiting: 0, next: null };

/** What an operator of the other site, which has no members, gets from each list. */
const seenFromElsewhere: { [K in Listed]: (reply: CallReply<K>) => void } = {
  adminSites: ({ sites, companies, pools }) => {
    expect(sites.map(({ host }) => host)).toEqual([OTHER]);
    expect([companies.length, pools.length]).toEqual([1, 1]);
  },
  adminTextSites: ({ sites }) => expect(sites.map(({ host }) => host)).toEqual([OTHER]),
  adminReferrals: (reply) => expect(reply).toEqual({ referrals: [], ...nothing }),
  adminMails: ({ mails }) => expect(mails.flatMap(({ own }) => own)).toEqual([]),
  adminPages: ({ pages }) =>
    expect(pages.filter(({ standard, texts }) => !standard || texts.length > 0)).toEqual([]),
  adminInvitations: (reply) =>
    expect(reply).toEqual({
      invitations: [],
      sites: own.map((site) => ({ ...site, signups: 'all' })),
      ...nothing,
    }),
  signUpRules: (reply) => expect(reply).toEqual({ rules: [], sites: own, knows_asn: false }),
  adminWebhooks: (reply) => expect(reply).toEqual({ webhooks: [], sites: own }),
  adminPhotos: (reply) => expect(reply).toEqual({ photos: [], ...waitingNothing }),
  adminVerifications: (reply) => expect(reply).toEqual({ verifications: [], ...waitingNothing }),
  adminAgeChecks: (reply) =>
    expect(reply).toEqual({ checks: [], adult_if_born_by: expect.any(String), ...waitingNothing }),
  adminVoiceIntros: (reply) => expect(reply).toEqual({ intros: [], ...waitingNothing }),
  adminChatImages: (reply) => expect(reply).toEqual({ images: [], ...waitingNothing }),
  adminDiscountCodes: (reply) => expect(reply).toEqual({ codes: [], sites: own, ...nothing }),
  adminPayments: (reply) => expect(reply).toEqual({ payments: [], tasks: [], unmatched: [], ...nothing }),
  adminPaymentsFile: (csv: string) => expect(csv.trim().split('\n')).toHaveLength(1),
  adminBooks: ({ revenue, credits }) => {
    expect(revenue).toEqual([]);
    expect(Object.values(credits).filter((figure) => figure !== 0)).toEqual([]);
  },
  adminBooksFile: (csv: string) => expect(csv).not.toMatch(/,-?[1-9]\d*$/m),
  adminMoneyWork: (reply) => expect(reply).toEqual({ items: [], ...nothing }),
  adminMoneyWorkFile: (csv: string) => expect(csv.trim().split('\n')).toHaveLength(1),
  adminSupport: (reply) => expect(reply).toEqual({ threads: [], counts: { open: 0, mine: 0 }, ...nothing }),
  adminComplaints: (reply) => expect(reply).toEqual({ complaints: [], ...waitingNothing }),
  adminComplaintList: (reply) => expect(reply).toEqual({ complaints: [], ...nothing }),
  adminComplaintsFile: (csv: string) => expect(csv.trim().split('\n')).toHaveLength(1),
  adminConversationList: (reply) => expect(reply).toEqual({ conversations: [], ...nothing }),
  adminConversationsFile: (csv: string) => expect(csv.trim().split('\n')).toHaveLength(1),
  adminPhotoList: (reply) => expect(reply).toEqual({ photos: [], ...nothing }),
  adminPhotosFile: (csv: string) => expect(csv.trim().split('\n')).toHaveLength(1),
  adminAppeals: (reply) => expect(reply).toEqual({ appeals: [], ...waitingNothing }),
  adminTexts: (reply) => expect(reply).toEqual({ texts: [], ...waitingNothing }),
  adminHeldAccounts: (reply) => expect(reply).toEqual({ accounts: [], ...waitingNothing }),
  adminAnnouncements: (reply) => expect(reply).toEqual({ announcements: [], ...nothing }),
  desk: (reply) =>
    expect(reply).toEqual({
      conversations: [],
      filters: { profiles: [], languages: [] },
      languages: [],
      mine: [],
      outside: 0,
      on: false,
      capacity: 3,
      ...waitingNothing,
    }),
  deskBoard: ({ writers, profiles, ...queue }) => {
    expect(queue).toMatchObject({ waiting: 0, outside: 0, unassigned: 0, oldest: null });
    expect([...profiles, ...writers.flatMap(({ held }) => held)]).toEqual([]);
  },
  deskSearch: (reply) => expect(reply).toEqual({ conversations: [], ...nothing }),
  deskReviews: (reply) => expect(reply).toEqual({ reviews: [], ...waitingNothing }),
  deskStatement: ({ rows }) => expect(rows).toEqual([]),
  deskStatementFile: (csv: string) => expect(csv.trim().split('\n')).toHaveLength(1),
  deskFigures: (reply) => expect(reply).toMatchObject({ writers: [], returned_waits: 0, waiting: 0 }),
  fictionalProfiles: (reply) => expect(reply).toEqual({ profiles: [], ...nothing }),
  adminSiteChoices: (reply) => expect(reply).toEqual({ sites: own }),
  adminTasks: (reply) => expect(Object.values(reply).filter((count) => count !== 0)).toEqual([]),
  adminMembers: (reply) => expect(reply).toEqual({ members: [], ...nothing }),
  adminMembersFile: (csv: string) => expect(csv.trim().split('\n')).toHaveLength(1),
  adminAudit: ({ lines }) => expect(lines.filter((line) => line.site !== OTHER)).toEqual([]),
  adminAuditFile: (csv: string) =>
    expect(
      csv
        .trim()
        .split('\n')
        .slice(1)
        .filter((line) => !line.endsWith(`,${OTHER}`)),
    ).toEqual([]),
  adminOperators: ({ operators: seen }) =>
    expect(seen.filter(({ sites }) => sites?.join() !== OTHER)).toEqual([]),
  adminTokens: (reply) => expect(reply).toMatchObject({ tokens: [], sites: own }),
  waitingChanges: (reply) => expect(reply).toEqual({ changes: [] }),
};
const checkOf = (name: Listed) => seenFromElsewhere[name] as (reply: unknown) => void;
const isListed = (name: CallName): name is Listed => calls[name as OfficeCallName].scope === 'listed';

/** A checksum of every table, apart from the audit log and the activity of sessions. */
async function checksums(): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('audit_log', 'sessions', 'presence') order by 1`.execute(site.db);
  const parts = tables.map(
    ({ name }) => sql`select ${name}::text as name, count(*)::int as rows,
      coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from ${sql.table(name)} t`,
  );
  return (await sql`${sql.join(parts, sql` union all `)} order by name`.execute(site.db)).rows;
}

const refusalsOf = async (operator: Client) =>
  (
    await sql<{
      object: string;
    }>`select object from audit_log where operator_id = ${operator.memberId} and action = 'refused'`.execute(
      site.db,
    )
  ).rows.map(({ object }) => object);

describe.each(table)('%s', (name, call) => {
  test.each(rolesOfCall(call))('shows and changes nothing of another site for the role %s', async (role) => {
    const operator = await operatorOf(role, [OTHER]);
    const before = await checksums();
    const { status, body } = await operator.call(name, requests.get(name));
    const changed = await checksums();
    if (isListed(name)) {
      expect(status, JSON.stringify(body)).toBe(200);
      checkOf(name)(body);
    } else if (call.scope === 'shared') expect(status).toBe(200);
    else if (call.scope === 'installation') expect([status, body.error]).toEqual([403, 'all_sites_required']);
    else if (call.scope === 'own') expect(status).toBeLessThan(300);
    else expect([404, 403], JSON.stringify(body)).toContain(status);
    if (call.scope !== 'own') expect(changed).toEqual(before);
    if (status === 404)
      expect(await refusalsOf(operator)).toEqual([expect.stringMatching(`^${name} \\w+ .`)]);
  });
});

describe('an operator of all sites', () => {
  /** The default site has nothing to list here, or the call lists only the caller's own. */
  const empty: readonly Listed[] = [
    'adminSites',
    'adminTokens',
    'deskFigures',
    'deskStatement',
    'deskStatementFile',
  ];

  test.each(
    table
      .map(([name]) => name)
      .filter(isListed)
      .filter((name) => !empty.includes(name)),
  )('finds by %s what an operator of another site does not', async (name) => {
    const { body } = await owner().call(name, requests.get(name));
    expect(() => checkOf(name)(body)).toThrow();
  });
});

describe('an operator of several sites who has chosen one of them', () => {
  const shown = table.filter(([, { bySite }]) => bySite).map(([name]) => name);
  const seeOnly = async (sites: string[] | null, chosen: string, name: CallName) => {
    const [role] = rolesOfCall(calls[name] as Call);
    const operator = await operatorOf(role!, sites);
    operator.cookies.set('office_site', chosen);
    const { status, body } = await operator.call(name, requests.get(name));
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };

  test.each(shown.filter(isListed))('sees only its rows by %s', async (name) => {
    for (const sites of [null, ['*', OTHER]]) checkOf(name)(await seeOnly(sites, OTHER, name));
  });

  test.each(shown.filter(isListed))('gets nothing of another company’s site by %s', async (name) => {
    checkOf(name)(await seeOnly([OTHER], '*', name));
  });

  test('still sees every site to choose from', async () => {
    const body = await seeOnly(null, OTHER, 'adminSiteChoices');
    expect(body).toMatchObject({ sites: [{ host: '*' }, { host: OTHER }] });
  });
});

describe('an operator of the default site', () => {
  /** Settings and texts of the default site also apply to the installation. The others were made for all sites. */
  const ofAllSites = [
    'named_site',
    'operator',
    'token',
    'setting_change',
    'waiting_change',
    'webhook',
    'webhook_delivery',
    'announcement',
  ];

  test.each(table.filter(([, call]) => call.scope !== 'installation'))(
    'reaches it by %s',
    async (name, call) => {
      const [role] = rolesOfCall(call);
      const operator = await operatorOf(role!, ['*']);
      const { status, body } = await operator.call(name, requests.get(name));
      const isRefused = status === 404 || body.error === 'all_sites_required';
      const isForAll =
        typeof call.scope === 'object' &&
        call.scope.some(
          ({ of, at, absent }) => ofAllSites.includes(of) || (of === 'site' && !absent && !has(name, at)),
        );
      expect(isRefused, JSON.stringify(body)).toBe(isForAll);
    },
  );

  const has = (name: CallName, at: string) =>
    at
      .split('.')
      .reduce<unknown>(
        (value, key) => (value as Record<string, unknown> | undefined)?.[key],
        requests.get(name),
      ) !== undefined;
});

describe('access to sites', () => {
  test.each([
    ['addAdminToken', { name: 'none', days: 30, scopes: ['admin:members'], sites: [] }],
    ['inviteOperator', { email: 'none@example.test', name: 'None', roles: ['support'], sites: [] }],
  ] as const)('is refused by %s without a site, in a sentence of its own', async (name, body) => {
    const answer = await owner().call(name, { body });
    expect([answer.status, answer.body.error]).toEqual([422, 'sites_required']);
  });

  test('to pictures of another site answers 404, and is recorded', async () => {
    const moderator = await operatorOf('moderator', [OTHER]);
    const { id } = requests.get('decideVerification')!.body as { id: number };
    expect((await moderator.request('GET', `/selfies/${id}`)).status).toBe(404);
    expect(await refusalsOf(moderator)).toEqual([`selfie.look verification ${id}`]);
  });

  test('to profile photos of another site answers 404, and is recorded', async () => {
    const photographed = await plantWithBrowser(site);
    const file = { content: await picture().jpeg().toBuffer() };
    const { id, filename: address } = await photographed.must('addPhoto', { file });
    await sql`update photos set status = 'inspecting' where id = ${id}`.execute(site.db);
    const here = await operatorOf('moderator', ['*']);
    expect((await here.request('GET', address!)).status).toBe(200);
    expect(await refusalsOf(here)).toEqual([]);
    const elsewhere = await operatorOf('moderator', [OTHER]);
    expect((await elsewhere.request('GET', address!)).status).toBe(404);
    expect(await refusalsOf(elsewhere)).toEqual([`photo.look photo ${id}`]);
  });
});
