import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { password, testApp, type Client } from '#support/app.ts';
import { plantRareRows } from '#support/export-rows.ts';
import { picture } from '#support/pictures.ts';
import { unzip } from '#support/services/unzip.ts';
import { exportEntries, exportFilesOf } from './export-files.ts';
import { inPieces } from './pieces.ts';
import { zip } from './zip.ts';

const site = testApp();
const DAY = 86_400;
let anna: Client;
let bram: Client;

beforeAll(async () => {
  anna = await site.as('anna', {
    about: 'Over Anna, met “tekens” en 🦊.',
    credits: 40,
    interests: ['hiking', 'wine'],
  });
  bram = await site.as('bram', { gender: 'male', gender_sought: 'female', credits: 40 });
  const jpeg = await picture(600, 800).jpeg().toBuffer();
  await anna.must('addPhoto', { file: { content: jpeg } });
  await anna.must('addPhoto', { file: { content: jpeg }, body: { private: 'true' } });
  const { conversation } = await anna.must('send', {
    body: { profile: bram.memberId, client_id: randomUUID(), text: 'Hoi Bram' },
  });
  await anna.must('send', {
    body: { conversation: conversation.id, client_id: randomUUID() },
    file: { content: jpeg },
  });
  await bram.must('send', {
    body: { profile: anna.memberId, client_id: randomUUID(), text: 'Dag Anna, geheim van Bram' },
  });
  await anna.must('like', { body: { profile: bram.memberId } });
  await bram.must('like', { body: { profile: anna.memberId } });
  await anna.must('askSupport', {
    body: { client_id: randomUUID(), subject: 'My credits', text: 'Where are they?' },
  });
  await anna.must('complaint', {
    body: { profile: bram.memberId, category: 'spam', text: 'Klacht van Anna' },
  });
  await anna.must('changeUser', {
    body: { notifications_disabled: ['email:like'], spending_cap: 90, time_zone: 'Europe/Amsterdam' },
  });
  const { payment_id: payment } = await anna.must('startPayment', {
    body: { package: 2, method: 'ideal', idempotency_key: randomUUID(), consent: true },
  });
  const paid = await anna.request('POST', `/sandbox/checkout/${payment}`, {
    payload: JSON.stringify({ outcome: 'paid' }),
    headers: { 'content-type': 'application/json' },
  });
  if (paid.status >= 400) throw new Error(`The payment was answered ${paid.status}.`);
  await site.runJobs();
  await plantRareRows(site.db, { member: anna.memberId, other: bram.memberId, payment: String(payment) });
});

const ask = async (client: Client) => {
  await client.must('askExport');
  await site.runJobs();
};

async function download(client: Client): Promise<{ status: number; archive: Buffer; headers: Headers }> {
  const answer = await fetch(`${await site.url()}/api/user-export.php`, {
    headers: { cookie: `auth=${client.cookies.get('auth')}` },
  });
  return { status: answer.status, archive: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
}

const exportsIn = async () =>
  (await Array.fromAsync(site.app.storage.folders())).filter((folder) => folder.startsWith('exports/'));

/** Presence is written in batches by the process, not by each call. */
async function presenceIsWritten() {
  await expect
    .poll(
      async () =>
        (await sql`select from presence where member_id = ${anna.memberId}`.execute(site.db)).rows.length,
    )
    .toBe(1);
}

test('exports exactly the data about the member in the database: every row of every table, pictures, messages of both sides, receipts', async () => {
  await presenceIsWritten();
  await ask(anna);
  const { status, archive, headers } = await download(anna);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/zip');
  expect(headers.get('content-disposition')).toContain('my-data.zip');
  expect(headers.get('content-length')).toBe(String(archive.length));
  const files = await unzip(archive);
  const json = (name: string) => JSON.parse(files.get(name)!.toString('utf8')) as Record<string, unknown>[];

  let compared = 0;
  const bare: string[] = [];
  for (const { table, columns, exportAs, omit = [] } of site.app.tables.flatMap(
    ({ personal = [] }) => personal,
  )) {
    if (!exportAs) continue;
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from ${sql.table(table)} where ${sql.ref(columns[0]!)} = ${anna.memberId}`.execute(site.db);
    const expected = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !omit.includes(column))),
    );
    // Making the export adds a mail, and the download updates last-used times.
    const given = expected.length === 0 ? [] : json(`${exportAs}.json`);
    if (!['presence', 'sessions'].includes(table))
      expect(given, table).toEqual(JSON.parse(JSON.stringify(expected)));
    if (expected.length === 0) bare.push(table);
    compared += given.length;
  }
  // A table without rows of this member proves nothing. A new table needs a row here or in plantRareRows.
  expect(bare).toEqual([]);
  expect(compared).toBeGreaterThan(40);
  for (const name of [
    'account',
    'profile',
    'photos',
    'messages',
    'chat_images',
    'conversations',
    'likes',
    'payments',
    'receipts',
    'credits',
    'complaints',
  ])
    expect(files.has(`${name}.json`), name).toBe(true);
  expect(json('account.json')).toMatchObject([
    { email: 'anna@example.test', spending_cap: 90, notifications_disabled: ['email:like'] },
  ]);
  expect(json('messages.json')).toContainEqual(expect.objectContaining({ body: 'Hoi Bram' }));
  expect(json('messages_received.json')).toMatchObject([
    { sender: 'Bram', body: 'Dag Anna, geheim van Bram' },
  ]);

  for (const { id } of json('photos.json'))
    expect(
      files
        .get(`photos/${String(id)}.webp`)!
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP');
  for (const { id } of json('chat_images.json'))
    expect(
      files
        .get(`chat_images/${String(id)}.webp`)!
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP');
  const [receipt] = json('receipts.json');
  expect(
    files
      .get(`receipts/${String(receipt!['number'])}.pdf`)!
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test('exports no secrets and no data that only others may see', async () => {
  const { archive } = await download(anna);
  const text = [...(await unzip(archive))]
    .filter(([name]) => name.endsWith('.json'))
    .map(([, content]) => content.toString('utf8'));
  expect(text.join()).not.toMatch(
    /password_hash|argon2|token_hash|email_key|secret_sealed|public_key|p256dh|bram@example\.test/,
  );
});

test('exports every kind of personal row or declares why not', () => {
  for (const { table, exportAs, notExported } of site.app.tables.flatMap(({ personal = [] }) => personal))
    expect(exportAs ?? notExported, table).toMatch(/\w{4}/);
});

test('announces the export by mail with a link behind the login, and stores it encrypted', async () => {
  const [mail] = await site.outbox(anna.email);
  expect(mail!.subject).toBe('Your data on Liaison is ready');
  expect(mail!.links.filter((link) => /export|token/.test(link))).toEqual([]);
  expect(mail!.links).toContainEqual(expect.stringMatching(/\/en\/notifications\/data$/));
  const [folder] = await exportsIn();
  for await (const key of site.app.storage.files(`${folder!}/`)) {
    const content = Buffer.from((await site.app.storage.bytes(key))!);
    expect(content.includes('PK\u0003\u0004')).toBe(false);
    expect(content.includes('account.json')).toBe(false);
  }
});

test('refuses the export to others and to members who have not requested one', async () => {
  expect((await download(bram)).status).toBe(404);
  expect((await site.visitor().call('userExport')).body.error).toBe('authentication_required');
  expect(await bram.must('exportState')).toEqual({ export: null });
});

test('makes one export at a time, and replaces the previous one', async () => {
  const cleo = await site.as('cleo');
  await Promise.all([cleo.must('askExport'), cleo.must('askExport'), cleo.must('askExport')]);
  expect((await cleo.must('exportState')).export).toMatchObject({ state: 'waiting', expires_at: null });
  expect((await download(cleo)).status).toBe(404);
  await site.runJobs();
  const ready = async () =>
    (await site.outbox(cleo.email)).filter(({ subject }) => subject?.includes('is ready')).length;
  expect(await ready()).toBe(1);
  const before = await exportsIn();
  await ask(cleo);
  expect(await ready()).toBe(2);
  expect(await exportsIn()).toHaveLength(before.length);
  expect(await exportsIn()).not.toEqual(before);
});

test('deletes the rows and files of an export after seven days', async () => {
  await site.shiftClock(6 * DAY);
  expect((await anna.must('exportState')).export).toMatchObject({ state: 'ready' });
  await site.shiftClock(7 * DAY + 60);
  expect((await download(anna)).status).toBe(404);
  await site.app.jobs.add(site.db, 'account-drop-exports');
  await site.runJobs();
  await site.shiftClock(0);
  expect(await exportsIn()).toEqual([]);
  expect(await anna.must('exportState')).toEqual({ export: null });
});

test('deletes files that no row refers to, and keeps exports in the sweep of pictures', async () => {
  await ask(anna);
  await site.app.storage.put('exports/of-nobody/00000', Buffer.from('x'), 'application/octet-stream');
  await site.app.jobs.add(site.db, 'sweep-photo-files');
  await site.app.jobs.add(site.db, 'account-drop-exports');
  await site.runJobs();
  expect(await exportsIn()).toEqual([expect.not.stringContaining('of-nobody')]);
  expect((await download(anna)).status).toBe(200);
});

test('deletes the export with the account', async () => {
  const dora = await site.as('dora');
  await ask(dora);
  const before = (await exportsIn()).length;
  await dora.must('deleteUser', { body: { reason: 'other', password } });
  await site.db
    .updateTable('members')
    .set({ delete_requested_at: sql`app_now() - interval '15 days'` })
    .where('id', '=', dora.memberId)
    .execute();
  await site.app.jobs.add(site.db, 'account-purge');
  await site.runJobs();
  expect(await exportsIn()).toHaveLength(before - 1);
});

test('produces the same archive for any chunk size', async () => {
  const files = await exportFilesOf(site.app, anna.memberId);
  const pieces = await Array.fromAsync(inPieces(zip(exportEntries(site.app, anna.memberId)), 10_000));
  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces.slice(0, -1)) expect(piece.length).toBeGreaterThanOrEqual(10_000);
  expect((await unzip(Buffer.concat(pieces))).size).toBe(files.length);
});
