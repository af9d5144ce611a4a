import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { calls, type Call, type CallName } from '#contract/calls.ts';
import { ownGiftId, ownLineId } from '#contract/calls/chat-desk-calls.ts';
import { roles, type Role } from '#contract/enums.ts';
import { testApp, type Client } from '#support/app.ts';
import type { Input } from '#support/client.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

// Who may make which operators' call, and what each leaves in the audit log: every actor against every call of the contract.

const site = testApp();
/** An event stream never ends: server/desk/desk.test.ts asks it. */
const ENDLESS: readonly CallName[] = ['deskEvents'];
const table = (Object.entries(calls) as [CallName, Call][]).filter(([name, { access }]) => access === 'operator' && !ENDLESS.includes(name));

const operators = new Map<Role, Client>();
let member: Client;

beforeAll(async () => {
  for (const role of roles) operators.set(role, await operatorWith(role));
  member = await plantWithBrowser(site);
});

async function operatorWith(role: Role): Promise<Client> {
  const id = await plant(site);
  await site.db
    .updateTable('members')
    .set({ roles: [role] })
    .where('id', '=', id)
    .execute();
  return browserOf(site, id);
}

/** For each operators' call one that succeeds, on something made for it. A call that is missing here fails the test below. */
const fixtures: Partial<Record<CallName, (operator: Client) => Promise<Input<CallName>>>> = {
  adminPhotos: async () => (await waitingPhoto(), {}),
  decidePhoto: async () => ({ body: { id: await waitingPhoto(), approve: true } }),
  adminVerifications: async () => (await waitingSelfie(), {}),
  decideVerification: async () => ({ body: { id: await waitingSelfie(), verified: true } }),
  adminChatImages: async () => ({}),
  decideChatImage: async () => ({ body: { id: await flaggedImage(), approve: true } }),
  adminComplaints: async () => ({}),
  adminComplaint: async () => ({ query: { id: await complaint() } }),
  takeComplaint: async () => ({ body: { id: await complaint() } }),
  decideComplaint: async () => ({ body: { id: await complaint(), outcome: 'answered' } }),
  adminPayments: async () => ({ query: { find: await payment() } }),
  adminPayment: async () => ({ query: { id: await payment() } }),
  adminReceipt: async () => ({ query: { id: await payment() } }),
  adminRefund: async () => ({
    body: { id: randomUUID(), payment: await payment(), amount: { amount: '1.00', currency: 'EUR' }, credits: 0, reason: 'a gesture' },
  }),
  adminTasks: async () => ({}),
  adminMembers: async () => ({ query: { find: String(member.memberId) } }),
  adminMember: async () => ({ query: { id: member.memberId } }),
  takeMeasure: async () => ({ body: { member: await plant(site), kind: 'warning', ground: 'spam', facts: 'Forty times the same message.' } }),
  endMeasure: async () => ({ body: { id: await suspension(), note: 'We were wrong.' } }),
  correctMember: async () => ({
    body: { member: await plant(site), field: 'about', value: 'Likes to walk', ground: 'privacy', reason: 'Your phone number stood there.' },
  }),
  signOutMember: async () => ({ body: { member: await plant(site) } }),
  deleteMember: async () => ({ body: { member: await plant(site), reason: 'asked by letter' } }),
  changeCredits: async () => ({ body: { id: randomUUID(), member: await plant(site), credits: 5, reason: 'a gesture' } }),
  decideCredits: async () => ({ body: { id: await askedCredits(), approve: true } }),
  adminAppeals: async () => ({}),
  decideAppeal: async () => ({ body: { id: await waitingAppeal(), reverse: true, note: 'You were right.' } }),
  adminTexts: async () => ({}),
  decideText: async () => ({ body: { id: await flaggedText(), remove: false } }),
  adminAudit: async () => ({}),
  adminAuditFile: async () => ({}),
  transparencyFile: async () => ({ query: { year: 2026 } }),
  adminOperators: async () => ({}),
  inviteOperator: async () => ({ body: { email: `${randomUUID()}@example.test`, name: 'Olga', roles: ['support'] } }),
  forgetOperatorFactor: async () => ({ body: { id: (await operatorWith('support')).memberId } }),
  changeOperator: async () => ({ body: { id: (await operatorWith('support')).memberId, roles: ['moderator'] } }),
  adminDiscountCodes: async () => ({}),
  desk: async () => (await waitingConversation(), {}),
  deskClaim: async (operator) => ({ body: { conversation: await waitingConversation(operator, false) } }),
  deskRelease: async (operator) => ({ body: { conversation: await waitingConversation(operator), note: 'Likes sailing' } }),
  deskThread: async () => ({ query: { conversation: await waitingConversation() } }),
  deskMemory: async (operator) => ({ body: { conversation: await waitingConversation(operator), memory: 'Likes sailing' } }),
  deskAnswer: async (operator) => ({ body: { conversation: await waitingConversation(operator), client_id: randomUUID(), text: 'Good evening' } }),
  deskTyping: async (operator) => ({ query: { conversation: await waitingConversation(operator) } }),
  deskFigures: async () => ({}),
  fictionalProfiles: async () => ({}),
  createFictionalProfile: async () => ({
    body: { key: randomUUID(), kind: 'fictional', name: 'Lola', gender: 'female', date_of_birth: '1991-01-01', country: 'NL' },
  }),
  changeFictionalProfile: async () => ({ body: { id: await plant(site, { kind: 'fictional' }), label: 'Evening team' } }),
  fictionalPhoto: async () => ({
    body: { profile: await plant(site, { kind: 'fictional', premium: true }), client_id: randomUUID() },
    file: { content: await picture().jpeg().toBuffer() },
  }),
  adminDiscountCode: async () => ({ body: { code: `CODE${randomUUID().slice(0, 8)}`, value_percentage: 10 } }),
  adminCatalogue: async () => ({}),
  adminPackage: async () => ({ body: { credits: 77, active: true, recommended: false, prices: [{ amount: '25.00', currency: 'EUR' }] } }),
  adminMethods: async () => ({ body: { country: 'NZ', methods: [{ id: 'creditcard', active: true, costs: [] }] } }),
  adminVat: async () => ({ body: { country: 'NZ', percentage: 15, valid_from: '2099-01-01' } }),
  adminBooks: async () => ({ query: { month: '2026-11' } }),
  adminBooksFile: async () => ({ query: { month: '2026-11', part: 'credits' } }),
  adminWebhooks: async () => ({}),
  addWebhook: async () => ({ body: { url: 'https://hooks.example.com/liaison', events: ['member.signed_up'] } }),
  changeWebhook: async () => ({ body: { id: await webhook(), active: false } }),
  removeWebhook: async () => ({ body: { id: await webhook() } }),
  adminWebhookDeliveries: async () => ({ query: { webhook: await webhook() } }),
  resendWebhook: async () => ({ body: { webhook: await webhook() } }),
  adminTokens: async () => ({}),
  addAdminToken: async () => ({ body: { name: 'reports', days: 30, scopes: ['admin:members'] } }),
  revokeAdminToken: async (operator) => ({
    body: { id: (await operator.must('addAdminToken', { body: { name: 'reports', days: 30, scopes: ['admin:members'] } })).id },
  }),
  adminFigures: async () => ({}),
  adminFiguresFile: async () => ({ query: { part: 'days' } }),
  publishClaim: async () => ({ body: { site: '*', id: 'female_members', publish: false } }),
  adminTextSites: async () => ({}),
  adminTextVersions: async () => ({ query: { kind: 'page', name: 'terms', host: '*', language: 'en' } }),
  adminPages: async () => ({}),
  adminPage: async () => ({ query: { token: 'terms', host: '*', language: 'en' } }),
  adminPagePreview: async () => ({ body: { token: 'terms', host: '*', language: 'en', body: '# Terms' } }),
  adminWritePage: async () => ({ body: { ...newPage(), body: '# House rules', seen: null } }),
  adminDropPage: async () => ({ body: { ...newPage(), seen: null } }),
  adminSlugs: async () => ({ query: { host: '*', language: 'en' } }),
  adminWriteSlug: async () => ({
    body: { ...newSlug(), headline: 'Hello', lead: 'You there', button: 'Go', imagery: null, offer: null, seen: null },
  }),
  adminDropSlug: async () => ({ body: { ...newSlug(), seen: null } }),
  adminMails: async () => ({}),
  adminMail: async () => ({ query: { template: 'match', host: '*', language: 'en' } }),
  adminWriteMail: async () => ({ body: { template: 'match', host: '*', language: 'en', texts: { subject: '{from}!' }, seen: null } }),
  adminMailPreview: async () => ({ body: { template: 'match', host: '*', language: 'en' } }),
  adminMailTest: async () => ({ body: { template: 'match', host: '*', language: 'en' } }),
  adminAnnouncements: async () => ({}),
  adminAudienceSize: async () => ({ body: announcement }),
  adminAnnounce: async () => ({ body: { client_id: randomUUID(), ...announcement } }),
  adminCancelAnnouncement: async () => ({
    body: await owner().must('adminAnnounce', {
      body: { client_id: randomUUID(), ...announcement, starts_at: new Date(Date.now() + 86_400_000).toISOString() },
    }),
  }),
  adminSites: async () => ({}),
  saveSite: async () => ({ body: { host: `${randomUUID()}.example`, company: 1, aliases: [] } }),
  saveCompany: async () => ({
    body: {
      name: `Company ${randomUUID()}`,
      address: 'Street 1',
      city: 'Town',
      country: 'PL',
      kvk: null,
      tradenames: [],
      vat_numbers: [],
      support_phone: null,
      delete_discount: null,
    },
  }),
  adminSettings: async () => ({}),
  changeSettings: async () => ({ body: { site: '*', changes: [{ key: 'photo_credits', value: 3 }] } }),
  settingHistory: async () => ({}),
  undoSetting: async () => ({ body: { change: await settingChange() } }),
  uploadSitePicture: async () => ({ body: { site: '*', setting: 'logo' }, file: { content: await picture().jpeg().toBuffer() } }),
  adminMoneyWork: async () => (await chargedBack(), {}),
  adminMoneyWorkFile: async () => ({}),
  decideDispute: async () => ({ body: { payment: await chargedBack(), state: 'contested', note: 'sent the receipts' } }),
  adminCodeUses: async () => ({ query: { code: 'SPRING' } }),
  adminGifts: async () => ({}),
  saveGift: async () => ({ body: gift() }),
  giftPicture: async () => {
    const one = gift();
    await owner().must('saveGift', { body: one });
    return { body: { id: one.id }, file: { content: await picture().png().toBuffer() } };
  },
  adminIcebreakers: async () => ({ query: { language: 'pl' } }),
  saveIcebreaker: async () => ({ body: { language: 'pl', id: ownLineId(), interest: null, text: 'Cześć, {name}!', active: true } }),
  adminSettlement: async () => ({ body: { gateway: 'sandbox', csv: 'id,amount,currency\nnobody,1.00,EUR\n' } }),
};

const owner = () => operators.get('owner')!;
const gift = () => ({ id: ownGiftId(), credits: 9, names: { en: 'Kite' }, position: 50, active: false });

async function webhook(): Promise<string> {
  return (await owner().must('addWebhook', { body: { url: 'https://hooks.example.com/other', events: ['complaint.received'] } })).id;
}
const newPage = () => ({ token: `page-${randomUUID()}`, host: '*', language: 'en' as const });
let slugs = 0;
const newSlug = () => ({ slug: `milf-${100 + ++slugs}`, host: '*', language: 'en' as const });
const announcement = { type: 'news' as const, texts: { fi: { subject: 'Uutta', text: 'Jotain uutta' } }, audience: {} };

async function settingChange(): Promise<number> {
  const { settings } = await owner().must('adminSettings');
  const price = Number(settings.find(({ key }) => key === 'gift_credits')!.value);
  await owner().must('changeSettings', { body: { site: '*', changes: [{ key: 'gift_credits', value: price + 1 }] } });
  return (await owner().must('settingHistory', { query: { key: 'gift_credits' } })).changes[0]!.id;
}

async function suspension(): Promise<number> {
  const { id } = await owner().must('takeMeasure', {
    body: { member: await plant(site), kind: 'suspension', days: 3, ground: 'harassment', facts: 'You threatened her.' },
  });
  return id;
}

async function waitingAppeal(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into appeals (measure_id, body) values (${await suspension()}, 'It was not me') returning id`.execute(site.db);
  return rows[0]!.id;
}

async function askedCredits(): Promise<string> {
  const id = randomUUID();
  const { state } = await owner().must('changeCredits', { body: { id, member: await plant(site), credits: 5000, reason: 'a large gesture' } });
  expect(state).toBe('approval');
  return id;
}

async function flaggedText(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into flagged_texts (member_id, kind, body, rules) values (${await plant(site)}, 'about', 'call me on 06 1234 5678', '{phone}') returning id`.execute(
    site.db,
  );
  return rows[0]!.id;
}

async function waitingPhoto(): Promise<number> {
  const owner = await plantWithBrowser(site);
  const { id } = await owner.must('addPhoto', { file: { content: await picture().jpeg().toBuffer() } });
  await sql`update photos set status = 'inspecting' where id = ${id}`.execute(site.db);
  return id;
}

async function waitingSelfie(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into verifications (member_id, pose, sent_at) values (${await plant(site)}, 'thumb_up', app_now()) returning id`.execute(site.db);
  return rows[0]!.id;
}

/** A member's message to a fictional profile; claimed by the operator, where one is named. */
async function waitingConversation(operator?: Client, claimed = true): Promise<number> {
  const writer = await plantWithBrowser(site);
  const profile = await plant(site, { kind: 'fictional' });
  await writer.must('fictionalAck', { body: { profile } });
  const { conversation } = await writer.must('send', { body: { profile, client_id: randomUUID(), text: 'Hello' } });
  if (operator && claimed) await operator.must('deskClaim', { body: { conversation: conversation.id } });
  return conversation.id;
}

async function flaggedImage(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into chat_images (member_id, client_id, storage_key, width, height, fingerprint, flagged, status)
    values (${member.memberId}, ${randomUUID()}, ${`chat/${randomUUID()}`}, 100, 100, 0, true, 'inspecting') returning id`.execute(site.db);
  return rows[0]!.id;
}

async function complaint(): Promise<number> {
  return (await member.must('complaint', { body: { category: 'other', text: 'It is too slow', client_id: randomUUID() } })).id;
}

async function payment(): Promise<string> {
  const payer = await plantWithBrowser(site);
  const { payment_id } = await payer.must('startPayment', { body: { package: 2, method: 'ideal', consent: true, idempotency_key: randomUUID() } });
  await payer.request('POST', `/sandbox/checkout/${payment_id}`, {
    payload: JSON.stringify({ outcome: 'paid' }),
    headers: { 'content-type': 'application/json' },
  });
  return payment_id;
}

async function chargedBack(): Promise<string> {
  const id = await payment();
  await member.request('POST', `/sandbox/checkout/${id}`, {
    payload: JSON.stringify({ outcome: 'chargeback' }),
    headers: { 'content-type': 'application/json' },
  });
  return id;
}

const linesOf = async (operator: number) =>
  (await sql<{ id: number; action: string }>`select id, action from audit_log where operator_id = ${operator} order by id`.execute(site.db)).rows;

test('every operators’ call names its roles and its line in the audit log', () => {
  for (const [name, call] of table) {
    expect(call.roles, name).toBeDefined();
    // Numbers of what waits, and nothing about anybody.
    if (name !== 'adminTasks') expect(call.audit, name).toBeDefined();
    expect(call.path, name).toMatch(/^\/api\/admin\//);
  }
});

describe.each(table)('%s', (name, call) => {
  test('does not exist for visitors and members', async () => {
    for (const client of [site.visitor(), member]) {
      const { status, body } = await client.call(name, call.method === 'GET' ? {} : { body: {} });
      expect([status, body.error]).toEqual([404, 'not_found']);
    }
  });

  test('is refused to other roles, before its body is looked at', async () => {
    for (const role of roles) {
      if (role === 'owner' || call.roles!.includes(role)) continue;
      const operator = operators.get(role)!;
      const before = await linesOf(operator.memberId);
      const { status, body } = await operator.call(name, call.method === 'GET' ? {} : { body: { nonsense: 1 } });
      expect([role, status, body.error]).toEqual([role, 403, 'role_required']);
      expect(await linesOf(operator.memberId)).toEqual(before);
    }
  });

  test.each(['owner', ...call.roles!] as Role[])('is answered to the role %s, and leaves its line in the audit log', async (role) => {
    const fixture = fixtures[name];
    expect(fixture, `give ${name} a fixture`).toBeDefined();
    const operator = await operatorWith(role);
    const { status, body } = await operator.call(name, await fixture!(operator));
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    if (!call.audit) return;
    const [subject] = call.audit.act.split('.');
    expect((await linesOf(operator.memberId)).map(({ action }) => action.split('.')[0])).toContain(subject);
  });
});

describe('the audit log', () => {
  test('names the member and the thing that was looked at, once in ten minutes however often it is asked for', async () => {
    const id = await waitingPhoto();
    const owner = (await sql<{ member_id: number }>`select member_id from photos where id = ${id}`.execute(site.db)).rows[0]!.member_id;
    const operator = await operatorWith('moderator');
    for (let i = 0; i < 3; i++) await operator.must('adminPhotos');
    const { rows } = await sql`select action, member_id, object from audit_log where operator_id = ${operator.memberId} and object = ${String(id)}`.execute(
      site.db,
    );
    expect(rows).toEqual([{ action: 'photo.look', member_id: owner, object: String(id) }]);
  });

  test('can be neither changed nor deleted', async () => {
    const operator = await operatorWith('owner');
    await operator.must('adminDiscountCode', (await fixtures.adminDiscountCode!(operator)) as Input<'adminDiscountCode'>);
    const mine = sql`operator_id = ${operator.memberId}`;
    await expect(sql`delete from audit_log where ${mine}`.execute(site.db)).rejects.toThrow('permission denied');
    await expect(sql`update audit_log set action = 'nothing' where ${mine}`.execute(site.db)).rejects.toThrow('permission denied');
    await expect(sql`update audit_log set details = '{}' where ${mine}`.execute(site.db)).rejects.toThrow('permission denied');
    const owner = new pg.Client({ connectionString: site.databaseUrl });
    await owner.connect();
    await expect(owner.query(`update audit_log set details = '{}' where operator_id = ${operator.memberId}`)).rejects.toThrow('append-only');
    await owner.end();
    expect(await linesOf(operator.memberId)).toHaveLength(1);
  });
});
