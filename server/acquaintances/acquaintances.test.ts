import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { contactIdentity, CONTACTS_PER_MEMBER } from '#contract/acquaintances/contact-identity.ts';
import { type Client, password, testApp } from '#support/app.ts';
import { plant, plantSite } from '#support/members.ts';
import { inTransaction } from '../platform/database/index.ts';
import { noteContactMark } from './index.ts';

// "Not my acquaintances" (docs/product.md 6.22): hashes as a browser makes them, over HTTP.

const app = testApp({ LIMITS_SCALE: '100' });
const DAY = 86_400;

async function hashesOf(client: Client, ...addresses: string[]): Promise<string[]> {
  const { key } = await client.must('acquaintances');
  return addresses.map((value) =>
    createHmac('sha256', Buffer.from(key, 'base64url'))
      .update(contactIdentity(value.startsWith('+') ? 'mobile' : 'mail', value))
      .digest()
      .subarray(0, 16)
      .toString('base64url'),
  );
}

async function add(client: Client, ...addresses: string[]) {
  const body = { client_id: randomUUID(), hashes: await hashesOf(client, ...addresses) };
  const added = await client.must('addAcquaintances', { body });
  await app.runJobs();
  return added;
}

const view = async (client: Client, { memberId: id }: Client) =>
  (await client.call('member', { query: { id } })).status;
const views = async (one: Client, other: Client) => [await view(one, other), await view(other, one)];

let made = 0;
const pair = async (): Promise<[Client, Client]> => {
  made++;
  return [
    await app.as(`anna${made}`),
    await app.as(`bram${made}`, { gender: 'male', gender_sought: 'female' }),
  ];
};

const confirmMobile = (client: Client, value: string) =>
  inTransaction(app.db, async (tx) => {
    await noteContactMark(app.app, tx, client.memberId, { kind: 'mobile', value });
  });

test('hides two members from each other who are there already, however the address is written', async () => {
  const [anna, bram] = await pair();
  const [, carl] = await pair();
  expect(await views(anna, bram)).toEqual([200, 200]);
  await add(anna, bram.email.toUpperCase().replace('@', '+work@'), 'nobody@example.test');
  expect(await views(anna, bram)).toEqual([404, 404]);
  expect(await views(anna, carl)).toEqual([200, 200]);
  const [hidden, missing] = await Promise.all(
    [anna.memberId, 999_999_999].map((id) => bram.call('member', { query: { id } })),
  );
  expect(hidden!.body).toEqual(missing!.body);
});

test('hides an acquaintance who signs up later, once the address is confirmed', async () => {
  const [anna] = await pair();
  await add(anna, 'later@example.test');
  const later = await app.as('later', {
    gender: 'male',
    gender_sought: 'female',
    email: 'later@example.test',
    unconfirmed: true,
  });
  // An address that somebody only typed proves nothing, and must not tell whose contact it is.
  expect(await view(later, anna)).toBe(200);
  const [mail] = await app.outbox(later.email);
  const token = new URL(mail!.links.find((link) => link.includes('activate'))!).searchParams.get('token')!;
  await later.must('activate', { body: { token } });
  expect(await views(anna, later)).toEqual([404, 404]);
  await app.runJobs();
  expect(await views(anna, later)).toEqual([404, 404]);
});

test('hides an acquaintance who changes to a blocked address, and still by the former one', async () => {
  const [anna, bram] = await pair();
  const [berta] = await pair();
  const former = bram.email;
  await add(anna, `new-${former}`);
  expect(await views(anna, bram)).toEqual([200, 200]);
  await bram.must('changeMail', { body: { email: `new-${former}`, password } });
  const link = (await app.outbox(`new-${former}`))
    .flatMap(({ links }) => links)
    .find((address) => address.includes('mail-change'))!;
  await bram.must('changeMail', { body: { token: new URL(link).searchParams.get('token')! } });
  expect(await views(anna, bram)).toEqual([404, 404]);
  await add(berta, former);
  expect(await views(berta, bram)).toEqual([404, 404]);
});

test('compares confirmed mobile numbers, before and after they are confirmed', async () => {
  const [anna, bram] = await pair();
  const [berta] = await pair();
  await add(anna, '+31612345678');
  expect(await views(anna, bram)).toEqual([200, 200]);
  await confirmMobile(bram, '+31612345678');
  expect(await views(anna, bram)).toEqual([404, 404]);
  await add(berta, '+31612345678');
  expect(await views(berta, bram)).toEqual([404, 404]);
});

test('an address does not match a number, and nobody hides from themselves', async () => {
  const [anna] = await pair();
  await add(anna, anna.email);
  expect(await view(anna, anna)).toBe(200);
});

test('brings both back when the last list that names one is removed, and hides them again on undo', async () => {
  const [anna, bram] = await pair();
  const first = await add(anna, bram.email, 'x@example.test');
  const second = await add(anna, bram.email);
  expect((await anna.must('removeAcquaintances', { body: { imports: [first.id] } })).removed).toEqual([
    first.id,
  ]);
  expect(await views(anna, bram)).toEqual([404, 404]);
  await anna.must('removeAcquaintances', { body: { imports: [second.id] } });
  expect(await views(anna, bram)).toEqual([200, 200]);
  await app.runJobs();
  expect(await views(anna, bram)).toEqual([200, 200]);
  await anna.must('restoreAcquaintances', { body: { imports: [second.id] } });
  await app.runJobs();
  expect(await views(anna, bram)).toEqual([404, 404]);
  expect((await anna.must('removeAcquaintances', { body: {} })).removed).toEqual([second.id]);
  expect(await views(anna, bram)).toEqual([200, 200]);
  await app.shiftClock(3700);
  await app.app.jobs.add(app.db, 'forget-removed-acquaintances');
  await app.runJobs();
  expect(
    (await sql`select from acquaintance_contacts where member_id = ${anna.memberId}`.execute(app.db)).rows,
  ).toEqual([]);
  await app.shiftClock(0);
});

test("a member removes and restores only the member's own lists", async () => {
  const [anna, bram] = await pair();
  const { id } = await add(anna, bram.email);
  expect((await bram.must('removeAcquaintances', { body: { imports: [id] } })).removed).toEqual([]);
  expect((await bram.must('removeAcquaintances', { body: {} })).removed).toEqual([]);
  expect(await views(anna, bram)).toEqual([404, 404]);
  await anna.must('removeAcquaintances', { body: {} });
  await bram.must('restoreAcquaintances', { body: { imports: [id] } });
  await app.runJobs();
  expect(await views(anna, bram)).toEqual([200, 200]);
});

test('answers the same for contacts that are members as for others', async () => {
  const [anna, bram] = await pair();
  const before = await add(anna, bram.email, bram.email);
  const other = await add(anna, 'nobody@example.test');
  expect(Object.keys(before).toSorted()).toEqual(Object.keys(other).toSorted());
  expect(before.contacts).toBe(1);
  const { imports, contacts } = await anna.must('acquaintances');
  expect(imports.map(({ contacts: number }) => number)).toEqual([1, 1]);
  expect(contacts).toBe(2);
});

test('stores a list once, whatever is repeated', async () => {
  const [anna] = await pair();
  const body = { client_id: randomUUID(), hashes: await hashesOf(anna, 'x@example.test') };
  const answers = await Promise.all([1, 2, 3].map(() => anna.must('addAcquaintances', { body })));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect((await anna.must('acquaintances')).imports).toHaveLength(1);
});

test('refuses unconfirmed members, hashes of another form, and more than a list or a member may hold', async () => {
  const [anna] = await pair();
  const unconfirmed = await app.as('unconfirmed', { unconfirmed: true });
  const [hash] = await hashesOf(anna, 'x@example.test');
  const tried = async (client: Client, hashes: string[]) => {
    const { status, body } = await client.call('addAcquaintances', {
      body: { client_id: randomUUID(), hashes },
    });
    return status === 201 ? status : body.error;
  };
  expect(await tried(unconfirmed, [hash!])).toBe('address_unconfirmed');
  expect(await tried(anna, [])).toBe('bad_request');
  expect(await tried(anna, ['anna@example.test'])).toBe('bad_request');
  expect(
    await tried(
      anna,
      Array.from({ length: 5001 }, () => hash!),
    ),
  ).toBe('bad_request');
  const many = await hashesOf(anna, ...Array.from({ length: 5000 }, (_, index) => `p${index}@example.test`));
  expect(await tried(anna, many)).toBe(201);
  await sql`update acquaintance_imports set contacts = ${CONTACTS_PER_MEMBER} where member_id = ${anna.memberId}`.execute(
    app.db,
  );
  expect(await tried(anna, [hash!])).toBe('too_many_contacts');
});

test('takes a conversation out of lists, badges and typing, and brings it back', async () => {
  const [anna, bram] = await pair();
  await bram.must('send', { body: { profile: anna.memberId, client_id: randomUUID(), text: 'Hello' } });
  const { id } = (await anna.must('chats')).chats[0]!.conversation;
  expect((await anna.must('user')).unread_messages).toBe(1);
  await add(anna, bram.email);
  for (const client of [anna, bram]) {
    expect((await client.must('chats')).chats).toEqual([]);
    expect((await client.must('user')).unread_messages).toBe(0);
    expect((await client.call('chat', { query: { conversation: id } })).status).toBe(404);
    expect((await client.call('typing', { body: { conversation: id } })).status).toBe(404);
  }
  await anna.must('removeAcquaintances', { body: {} });
  expect((await anna.must('chats')).chats).toHaveLength(1);
  expect((await anna.must('user')).unread_messages).toBe(1);
});

test('takes an acquaintance out of the list of blocked members', async () => {
  const [anna, bram] = await pair();
  await bram.must('block', { body: { profile: anna.memberId } });
  await add(anna, bram.email);
  expect((await bram.must('blocks')).profiles).toEqual([]);
});

test('hides members who were confirmed before their marks were kept', async () => {
  const [anna, bram] = await pair();
  await sql`delete from contact_marks where member_id = ${bram.memberId}`.execute(app.db);
  await add(anna, bram.email);
  expect(await views(anna, bram)).toEqual([200, 200]);
  await app.app.jobs.add(app.db, 'note-missing-contact-marks');
  await app.runJobs();
  expect(await views(anna, bram)).toEqual([404, 404]);
});

test('settles pairs that an import and a confirmation at the same time did not see', async () => {
  const [anna, bram] = await pair();
  const hashes = await hashesOf(anna, '+31687654321');
  const noted = Promise.withResolvers<void>();
  const committed = Promise.withResolvers<void>();
  const confirming = inTransaction(app.db, async (tx) => {
    await noteContactMark(app.app, tx, bram.memberId, { kind: 'mobile', value: '+31687654321' });
    noted.resolve();
    await committed.promise;
  });
  await noted.promise;
  await anna.must('addAcquaintances', { body: { client_id: randomUUID(), hashes } });
  await app.runJobs();
  expect(await views(anna, bram)).toEqual([200, 200]);
  committed.resolve();
  await confirming;
  await app.runJobs();
  expect(await views(anna, bram)).toEqual([404, 404]);
});

test('keeps pairs within a pool of sites', async () => {
  const [anna] = await pair();
  await plantSite(app, 'elsewhere.example', 'Elsewhere');
  const options = { email: 'both@example.test', signedUpAgo: 60 };
  const [here, there] = [
    await plant(app, options),
    await plant(app, { ...options, host: 'elsewhere.example' }),
  ];
  await app.app.jobs.add(app.db, 'note-missing-contact-marks');
  await app.runJobs();
  const { rows: marks } = await sql`select from contact_marks where member_id in (${here}, ${there})`.execute(
    app.db,
  );
  expect(marks).toHaveLength(2);
  await add(anna, 'both@example.test');
  const { rows: pairs } =
    await sql`select other_id from acquaintances where owner_id = ${anna.memberId}`.execute(app.db);
  expect(pairs).toEqual([{ other_id: here }]);
});

test('stores nothing that shows an address, and deletes everything with the account', async () => {
  const [anna, bram] = await pair();
  await add(anna, bram.email);
  const [browserHash] = await hashesOf(anna, bram.email);
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from acquaintance_contacts where member_id = ${anna.memberId}`.execute(app.db);
  expect(rows.map(({ hash }) => hash.toString('base64url'))).not.toContain(browserHash);
  await anna.must('deleteUser', { body: { reason: 'other', password } });
  await app.shiftClock(15 * DAY);
  await app.app.jobs.add(app.db, 'account-purge');
  await app.runJobs();
  await app.shiftClock(0);
  const { rows: left } = await sql`
    select member_id from acquaintance_imports where member_id = ${anna.memberId}
    union all select member_id from acquaintance_contacts where member_id = ${anna.memberId}
    union all select member_id from contact_marks where member_id = ${anna.memberId}
    union all select owner_id from acquaintances where ${anna.memberId} in (owner_id, other_id)`.execute(
    app.db,
  );
  expect(left).toEqual([]);
});
