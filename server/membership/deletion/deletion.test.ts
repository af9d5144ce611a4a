import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { password, testApp, type Client } from '#support/app.ts';
import { queuedJobs } from '#support/job-queue.ts';
import { plant } from '#support/members.ts';
import { reconcileLedger } from '../../credits/index.ts';
import { operatorLoginPath } from '../../identity/index.ts';

const site = testApp();
const DAY = 86_400;
const CANARY = 'kanarie-q7x';

const remove = (client: Client, secret = password) =>
  client.call('deleteUser', { body: { reason: 'other', remarks: CANARY, password: secret } });

async function reactivateToken(email: string): Promise<string> {
  const link = (await site.outbox(email))
    .flatMap(({ links }) => links)
    .find((address) => address.includes('/account-deleted'));
  return new URL(link!).searchParams.get('token')!;
}

async function purge(): Promise<void> {
  await site.app.jobs.add(site.db, 'account-purge');
  await site.runJobs();
}

test('hides a deleted member immediately, ends every session, and returns the restore deadline', async () => {
  const [anna, bram] = [await site.as('anna'), await site.as('bram', { gender: 'male' })];
  const phone = site.visitor();
  await phone.must('login', { body: { email: 'anna@example.test', password } });
  expect((await remove(anna, 'wrong')).body.error).toBe('password_wrong');
  const answer = await remove(anna);
  expect(answer.status).toBe(200);
  const days =
    (Date.parse((answer.body as { reactivate_until: string }).reactivate_until) - Date.now()) / (DAY * 1000);
  expect(days).toBeGreaterThan(13.9);
  expect(days).toBeLessThan(14.1);
  expect(anna.cookies.has('auth')).toBe(false);
  expect((await phone.call('user')).status).toBe(403);
  expect((await bram.call('member', { query: { id: anna.memberId } })).status).toBe(404);
  // Only a login with the correct password reveals the pending deletion and resends the link.
  expect(
    (await site.visitor().call('login', { body: { email: 'anna@example.test', password: 'wrong' } })).body
      .error,
  ).toBe('login_failed');
  const before = (await site.outbox('anna@example.test')).length;
  expect(
    (await site.visitor().call('login', { body: { email: 'anna@example.test', password } })).body,
  ).toMatchObject({ error: 'pending_deletion' });
  expect((await site.outbox('anna@example.test')).length).toBe(before + 1);
});

test('restores the account unchanged by the link, once', async () => {
  const cleo = await site.as('cleo', { credits: 30 });
  await remove(cleo);
  const token = await reactivateToken('cleo@example.test');
  await site.shiftClock(13 * DAY);
  await purge();
  const back = site.visitor();
  const answer = await back.call('reactivate', { body: { token } });
  expect(answer).toMatchObject({
    status: 200,
    body: { id: cleo.memberId, status: 'active', credits: 30, profile: { status: 'active' } },
  });
  expect((await back.call('user')).status).toBe(200);
  expect((await site.visitor().call('reactivate', { body: { token } })).body.error).toBe('link_expired');
  await site.shiftClock(0);
});

test('restores an unconfirmed member as unconfirmed', async () => {
  const dora = await site.as('dora', { unconfirmed: true });
  await remove(dora);
  const answer = await site
    .visitor()
    .call('reactivate', { body: { token: await reactivateToken('dora@example.test') } });
  expect(answer.body).toMatchObject({ status: 'not_confirmed', profile: { status: 'disabled' } });
});

test('erases everything about a member after 14 days from tables and jobs, and keeps the ledger balanced', async () => {
  const eva = await site.as('eva', {
    name: `Eva ${CANARY}`,
    about: `Over ${CANARY}`,
    email: `${CANARY}@example.test`,
    credits: 20,
  });
  const bram = await site.as('bram', { gender: 'male' });
  await eva.must('send', {
    body: { profile: bram.memberId, client_id: crypto.randomUUID(), text: `Hoi ${CANARY}` },
  });
  await bram.must('send', {
    body: { profile: eva.memberId, client_id: crypto.randomUUID(), text: `Antwoord aan ${CANARY}` },
  });
  await eva.must('like', { body: { profile: bram.memberId } });
  await bram.must('complaint', {
    body: { profile: eva.memberId, category: 'spam', text: `Klacht over ${CANARY}` },
  });
  await site.runJobs();
  await remove(eva);
  await site.outbox(eva.email);
  await site.shiftClock(15 * DAY);
  await purge();
  await site.shiftClock(0);

  const { rows: tables } = await sql<{
    schema: string;
    name: string;
  }>`select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(site.db);
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql<{
      row: string;
    }>`select t::text as row from ${sql.table(`${schema}.${name}`)} t where t::text like ${`%${CANARY}%`}`.execute(
      site.db,
    );
    if (name !== 'outbox_items') found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  expect(found).toEqual([]);
  expect(await site.db.selectFrom('members').where('id', '=', eva.memberId).select('id').execute()).toEqual(
    [],
  );
  const { rows: ledger } = await sql<{
    kind: string;
    balance: number;
  }>`select kind, balance from ledger_entries where member_id = ${eva.memberId} order by id desc`.execute(
    site.db,
  );
  expect(ledger[0]).toEqual({ kind: 'lapse', balance: 0 });
  expect(await reconcileLedger(site.db)).toMatchObject({ faults: [], total: 0, accounts: { lapsed: 20 } });
  expect((await bram.must('chats')).chats).toEqual([]);
});

test('refunds all remaining money of a never confirmed account on its purge, for orders of any age', async () => {
  const sam = await site.as('sam');
  const { payment_id } = await sam.must('startPayment', {
    body: { package: 2, method: 'ideal', idempotency_key: crypto.randomUUID(), consent: true },
  });
  await sam.request('POST', `/sandbox/checkout/${payment_id}`, {
    payload: JSON.stringify({ outcome: 'paid' }),
    headers: { 'content-type': 'application/json' },
  });
  await sql`
    update members set status = 'pending_deletion', status_before_deletion = 'not_confirmed', confirmed_at = null,
      delete_requested_at = app_now(), shadow_email_key = email_key, email_key = null
    where id = ${sam.memberId}`.execute(site.db);
  await site.shiftClock(31 * DAY);
  await purge();
  await site.shiftClock(0);
  const { rows } = await sql`
    select r.kind, r.credits, r.amount_cents, r.status, s.refunds <> '{}' as sent
    from refunds r join sandbox_orders s using (payment_id) where r.member_id = ${sam.memberId}`.execute(
    site.db,
  );
  expect(rows).toEqual([
    { kind: 'deletion', credits: 50, amount_cents: 1499, status: 'completed', sent: true },
  ]);
  expect((await reconcileLedger(site.db)).total).toBe(0);
});

test('frees the address of a purged account', async () => {
  const fleur = await site.as('fleur');
  await remove(fleur);
  await site.shiftClock(15 * DAY);
  await purge();
  await site.shiftClock(0);
  const visitor = site.visitor();
  const again = await visitor.must('signup', {
    body: {
      email: 'fleur@example.test',
      password,
      name: 'Fleur',
      gender: 'female',
      gender_sought: 'male',
      date_of_birth: '1990-06-15',
      country: 'NL',
      language: 'en',
      intimate_consent: true,
    },
  });
  expect(
    (
      await site.db
        .selectFrom('members')
        .where('id', '=', again.id)
        .select('email_key')
        .executeTakeFirstOrThrow()
    ).email_key,
  ).toBe('fleur@example.test');
});

test('lists every table that refers to a member in the registry of personal data', async () => {
  // Found by foreign keys and by the names of columns that contain a member id without a foreign key.
  const { rows } = await sql<{
    column: string;
  }>`select distinct c.table_name || '.' || c.column_name as column
    from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.data_type = 'bigint' and (
      c.column_name in ('member_id', 'profile_id', 'liker_id', 'liked_id', 'blocker_id', 'blocked_id', 'sender_id', 'member_low', 'member_high', 'reporter_id', 'other_id', 'operator_id')
      or exists (select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
        where k.contype = 'f' and k.confrelid in ('members'::regclass, 'profiles'::regclass)
          and k.conrelid = to_regclass(format('public.%I', c.table_name)) and a.attname = c.column_name))`.execute(
    site.db,
  );
  const known = new Set(
    site.app.tables
      .flatMap(({ personal = [] }) => personal)
      .flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
  );
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.map(({ column }) => column).filter((column) => !known.has(column))).toEqual([]);
});

test('describes every table with personal data in the data map', async () => {
  const map = await readFile('docs/security/data-map.md', 'utf8');
  const [, section = ''] = map.split(/^## /m);
  const described = new Set(
    [...section.matchAll(/^\|[^|]*\|([^|]*)\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    ),
  );
  const personal = site.app.tables.flatMap(({ personal = [] }) => personal.map(({ table }) => table));
  expect([...described].sort()).toEqual([...new Set(personal)].sort());
});

test('logs in an operator by the one-time link once, and only with a role', async () => {
  const id = await plant(site);
  const member = await operatorLoginPath(site.db, id);
  const tokenOf = (path: string) => new URL(path, 'http://site').searchParams.get('token')!;
  expect((await site.visitor().call('operatorLogin', { body: { token: tokenOf(member) } })).status).toBe(410);
  await site.db
    .updateTable('members')
    .set({ roles: ['owner'] })
    .where('id', '=', id)
    .execute();
  const token = tokenOf(await operatorLoginPath(site.db, id));
  const operator = site.visitor();
  expect((await operator.must('operatorLogin', { body: { token } })).roles).toEqual(['owner']);
  expect((await operator.call('user')).status).toBe(200);
  expect((await site.visitor().call('operatorLogin', { body: { token } })).body.error).toBe('link_expired');
});

test('warns about an account unused for a year and a half, and deletes it a month later unless it is used', async () => {
  const [gone, back] = [await site.as('hanna'), await site.as('ivo', { gender: 'male' })];
  const round = async () => {
    await site.app.jobs.add(site.db, 'account-drop-unused');
    await site.runJobs();
  };
  // Presence recorded at signup would otherwise be written later, with the shifted clock.
  await site.app.parts.presence.flush();
  const lastSeen = (client: Client, day: string) =>
    sql`update profiles set active_on = ${sql.raw(day)} where id = ${client.memberId}`.execute(site.db);
  const begun = async () => {
    for (const client of [gone, back]) await lastSeen(client, 'current_date');
  };
  await site.shiftClock(540 * DAY);
  await begun();
  await round();
  expect((await site.outbox(gone.email))[0]!.subject).not.toContain('Still there?');
  await site.shiftClock(560 * DAY);
  await begun();
  await round();
  await round();
  for (const { email } of [gone, back])
    expect(
      (await site.outbox(email)).filter(({ subject }) => subject?.includes('Still there?')),
    ).toHaveLength(1);
  await lastSeen(back, 'app_now()::date');
  await site.shiftClock(591 * DAY);
  await round();
  await site.shiftClock(0);
  const left = await site.db
    .selectFrom('members')
    .where('id', 'in', [gone.memberId, back.memberId])
    .select('id')
    .execute();
  expect(left).toEqual([{ id: back.memberId }]);
});

test("keeps a link's token encrypted in the queue until its mail is sent", async () => {
  const jana = await site.as('jana');
  const to = { email: jana.email!, name: 'Jana', locale: 'en' as const, memberId: jana.memberId };
  await site.app.mailer.send(site.db, 'reset-password', to, {
    token: 'a-token-nobody-may-read',
    hours: 2,
  });
  const queued = (await queuedJobs(site.db, 'mail')).filter(({ payload }) => payload.to.email === jana.email);
  expect(queued).toHaveLength(1);
  expect(JSON.stringify(queued[0]!.payload)).not.toContain('a-token-nobody-may-read');
  expect((await site.outbox(jana.email!))[0]!.links.join()).toContain('a-token-nobody-may-read');
});
