import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { must } from '#contract/must.ts';
import { type Client, password, testApp } from '#support/app.ts';
import { overrideSettings } from '#support/assembled-site.ts';
import { browserOf, plant } from '#support/members.ts';
import { picture } from '#support/pictures.ts';
import { startMatcher } from '#support/services/fake-matcher.ts';
import { hashPicture } from './hash-picture.ts';

// Pictures on outside lists, loaded from files or asked from a matcher. All pictures are drawings.

const matcher = await startMatcher();
const folder = mkdtempSync(join(tmpdir(), 'known-pictures-'));
const lines: string[] = [];
const site = testApp(
  { HMA_URL: matcher.url, HMA_TOKEN: 'a token', HMA_TIMEOUT_MS: '3000', KNOWN_PICTURES: folder },
  { logTo: { write: (line) => void lines.push(line) } },
);
const DAY = 86_400;
let moderator: Client;
let number = 0;

beforeAll(async () => {
  moderator = await browserOf(site, await plant(site));
  await sql`update members set roles = '{moderator}' where id = ${moderator.memberId}`.execute(site.db);
  await overrideSettings(site.app, { automatic_photo_approval: true });
});
beforeEach(() => {
  matcher.answerWith({});
  matcher.asked.length = 0;
});
afterAll(() => matcher.close());

async function newModerator(): Promise<Client> {
  const id = await plant(site);
  await sql`update members set roles = '{moderator}' where id = ${id}`.execute(site.db);
  return browserOf(site, id);
}

/** A drawing that resembles no other one of this file. */
function drawing(): Buffer {
  const seed = ++number * 37;
  const place = (step: number, most: number) => (seed * step) % most;
  const shapes = Array.from({ length: 40 }, (_, n) => {
    const size = 40 + place(17 + n, 130);
    return `<circle cx="${place(91 + n * 131, 900)}" cy="${place(53 + n * 297, 1200)}" r="${size}" fill="${n % 2 ? '#fff' : '#113'}" stroke="${n % 2 ? '#113' : '#fd8'}" stroke-width="24"/>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="#688"/>${shapes.join('')}</svg>`,
  );
}
const jpeg = (svg: Buffer, quality = 90) => sharp(svg).jpeg({ quality }).toBuffer();
const hashOf = async (svg: Buffer) => (await hashPicture(await sharp(svg).webp().toBuffer())).hash;

async function loadLists(files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  await site.app.jobs.add(site.db, 'load-lists-of-known-pictures');
  await site.runJobs();
}
const held = async (member: Client) =>
  (await moderator.must('adminHeldAccounts')).accounts.find(({ id }) => id === member.memberId);
const countOf = async (table: 'photos' | 'chat_images', { memberId }: Client) =>
  (await sql`select from ${sql.table(table)} where member_id = ${memberId}`.execute(site.db)).rows.length;
const member = () => site.as(`member${++number}`, { credits: 10 });

async function expectBlocked(who: Client, place: string, list: string): Promise<string> {
  const [first] = (await moderator.must('adminHeldAccounts')).accounts;
  expect(first, 'comes first in the queue').toMatchObject({ reasons: [{ reason: 'listed_picture' }] });
  const account = must(await held(who), 'held account');
  expect(account).toMatchObject({
    reasons: [{ reason: 'listed_picture' }],
    matches: [{ place, list, distance: expect.any(Number), pdq: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  });
  expect((await who.must('user')).held).toBe(true);
  return must(account.pictures[0], 'sealed picture');
}

test('blocks a photo of a loaded list, resized and recompressed, and preserves it under seal', async () => {
  const listed = drawing();
  const older = await site.as('older', { email: 'older@mailinator.com' });
  await loadLists({ 'hotline.txt': `${await hashOf(listed)}\n${'f0'.repeat(32)}\n` });
  const who = await member();
  const copy = await sharp(listed).resize(420).jpeg({ quality: 40 }).toBuffer();
  const answer = await who.call('addPhoto', { file: { content: copy } });
  expect(answer.status).toBe(403);
  expect(answer.body.error).toBe('account_held');
  expect(JSON.stringify(answer.body), 'says nothing of lists').not.toMatch(/hotline|list|illegal/i);
  expect(await countOf('photos', who)).toBe(0);
  expect(await held(older)).toBeDefined();

  const address = await expectBlocked(who, 'photo', 'hotline.txt');
  const shown = await moderator.request('GET', address);
  expect(shown.status).toBe(200);
  expect(shown.headers['cache-control']).toBe('private, no-store');
  expect((await who.request('GET', address)).status).toBe(404);
  const looks =
    await sql`select from audit_log where action = 'hold.picture' and member_id = ${who.memberId}`.execute(
      site.db,
    );
  expect(looks.rows).toHaveLength(1);
  const { rows } = await sql<{ folder: string }>`
    select evidence_folders[1] as folder from account_holds where member_id = ${who.memberId}`.execute(
    site.db,
  );
  const files = await Array.fromAsync(site.app.storage.files(`${must(rows[0], 'hold').folder}/`));
  expect(files, 'only the sealed file').toEqual([expect.stringMatching(/\/sealed$/)]);
  const stored = Buffer.from(must(await site.app.storage.bytes(must(files[0], 'file')), 'bytes'));
  await expect(sharp(stored).metadata(), 'unreadable without the secret').rejects.toThrow();
  const [line] = lines.filter((logged) => logged.includes('a picture matches'));
  expect(line).toContain(`"member":${who.memberId}`);
  expect(line, 'the log names no list').not.toContain('hotline');

  // A repeat adds no evidence.
  await who.call('addPhoto', { file: { content: copy } });
  expect((await held(who))?.pictures).toHaveLength(1);
});

test('blocks a picture in a chat before it is sent, and a selfie', async () => {
  const listed = drawing();
  await loadLists({ 'hotline.csv': `signal_type,signal,quality\npdq,"${await hashOf(listed)}",90\n` });
  const recipient = await member();
  const sender = await member();
  const sent = await sender.call('send', {
    body: { profile: recipient.memberId, client_id: randomUUID() },
    file: { content: await jpeg(listed) },
  });
  expect(sent.body.error).toBe('account_held');
  expect(await countOf('chat_images', sender)).toBe(0);
  expect((await recipient.must('chats')).chats).toEqual([]);
  await expectBlocked(sender, 'chat_image', 'hotline.csv');

  const poser = await member();
  await poser.must('addPhoto', { file: { content: await jpeg(drawing()) } });
  await poser.must('beginVerification');
  const selfie = await poser.call('sendSelfie', { file: { content: await jpeg(listed) } });
  expect(selfie.body.error).toBe('account_held');
  expect((await poser.must('verification')).state).toBe('asked');
  await expectBlocked(poser, 'selfie', 'hotline.csv');
});

test('blocks what the matcher knows, and sends it only the hash and the token', async () => {
  const listed = drawing();
  matcher.answerWith({ EMPTY_BANK: [], NCMEC: [{ bank_content_id: 7, distance: '12' }] });
  const who = await member();
  expect((await who.call('addPhoto', { file: { content: await jpeg(listed) } })).body.error).toBe(
    'account_held',
  );
  await expectBlocked(who, 'photo', 'NCMEC');
  expect((await held(who))?.matches).toMatchObject([{ distance: 12 }]);
  const [asked] = matcher.asked;
  expect(asked?.headers).toMatchObject({ authorization: 'Bearer a token' });
  expect(asked?.headers).not.toHaveProperty('cookie');
});

test.each([
  ['does not answer in time', 'silence' as const],
  ['answers with an error', { status: 503, body: '{}' }],
  ['answers no JSON', { status: 200, body: 'none' }],
  ['answers another shape', { status: 200, body: '{"detail": "no"}' }],
])('a picture waits unseen while the matcher %s', async (_, fault) => {
  const [owner, recipient] = [await member(), await member()];
  matcher.answerWith(fault);
  const photo = await owner.must('addPhoto', { file: { content: await jpeg(drawing()) } });
  expect(photo.status).toBe('inspecting');
  const message = await owner.must('send', {
    body: { profile: recipient.memberId, client_id: randomUUID() },
    file: { content: await jpeg(drawing()) },
  });
  const image = async () =>
    must(
      (
        await sql<{
          id: number;
          status: string;
        }>`select id, status from chat_images where member_id = ${owner.memberId}`.execute(site.db)
      ).rows[0],
      'image',
    );
  expect((await image()).status).toBe('inspecting');
  expect(message).toBeDefined();
  // Moderators are not asked to approve it, and cannot.
  expect((await moderator.must('adminPhotos')).photos.map(({ id }) => id)).not.toContain(photo.id);
  expect((await moderator.must('adminChatImages')).images.map(({ id }) => id)).not.toContain(
    (await image()).id,
  );
  const approve = { body: { id: photo.id, approve: true } };
  expect((await moderator.call('decidePhoto', approve)).body.error).toBe('conflict');
  const approveImage = { body: { id: (await image()).id, approve: true } };
  expect((await moderator.call('decideChatImage', approveImage)).body.error).toBe('conflict');

  matcher.answerWith({});
  await askAgain();
  const { rows } = await sql`select status from photos where id = ${photo.id}`.execute(site.db);
  expect(rows).toEqual([{ status: 'active' }]);
  expect((await image()).status).toBe('active');
});

async function askAgain(): Promise<void> {
  for (const place of ['photos', 'selfies', 'chat_images'])
    await site.app.jobs.add(site.db, `ask-matcher-about-${place}`);
  await site.runJobs();
}

test('blocks a picture that waited once the matcher knows it, and a selfie cannot be verified before', async () => {
  const [owner, recipient] = [await member(), await member()];
  const photo = await owner.must('addPhoto', { file: { content: await jpeg(drawing()) } });
  expect(photo.status).toBe('active');
  matcher.answerWith('silence');
  await owner.must('beginVerification');
  await owner.must('sendSelfie', { file: { content: await jpeg(drawing()) } });
  await owner.must('send', {
    body: { profile: recipient.memberId, client_id: randomUUID() },
    file: { content: await jpeg(drawing()) },
  });
  expect((await moderator.must('adminVerifications')).verifications).toEqual([]);
  const { rows } = await sql<{
    id: number;
  }>`select id from verifications where member_id = ${owner.memberId}`.execute(site.db);
  const verify = { body: { id: must(rows[0], 'selfie').id, verified: true } };
  expect((await moderator.call('decideVerification', verify)).body.error).toBe('conflict');

  matcher.answerWith({ NCMEC: [{ bank_content_id: 1, distance: '0' }] });
  await askAgain();
  const account = must(await held(owner), 'held account');
  expect(account.matches.map(({ place }) => place).toSorted()).toEqual(['chat_image', 'selfie']);
  expect((await owner.must('verification')).state).toBe('none');
  const images = await sql<{ status: string; storage_key: string | null }>`
    select status, storage_key from chat_images where member_id = ${owner.memberId}`.execute(site.db);
  expect(images.rows).toEqual([{ status: 'refused', storage_key: null }]);
});

test('compares stored pictures with a list that is loaded later, also those from before the hashes', async () => {
  const [early, late] = [drawing(), drawing()];
  const [before, after] = [await member(), await member()];
  const old = await before.must('addPhoto', { file: { content: await jpeg(early) } });
  const folders = await sql<{
    folder: string;
  }>`select storage_key as folder from photos where id = ${old.id}`.execute(site.db);
  await sql`update photos set pdq = null, pdq_quality = null where id = ${old.id}`.execute(site.db);
  await after.must('addPhoto', { file: { content: await jpeg(late) } });
  await loadLists({ 'police.txt': `${await hashOf(late)}\n${await hashOf(early)}\n` });
  expect(await held(after)).toMatchObject({ matches: [{ place: 'photo', list: 'police.txt' }] });
  expect(await held(before)).toBeUndefined();

  await site.app.jobs.add(site.db, 'hash-stored-photos');
  await site.runJobs();
  expect(await held(before)).toMatchObject({ matches: [{ place: 'photo', list: 'police.txt' }] });
  expect(await countOf('photos', before)).toBe(0);
  await site.runJobs();
  const left = await Array.fromAsync(site.app.storage.files(`${must(folders.rows[0], 'photo').folder}/`));
  expect(left, 'the plain files are gone').toEqual([]);
});

test('hashes pictures stored before the site used PDQ, and tries an unreadable one only once', async () => {
  const who = await member();
  const [whole, broken] = await Promise.all(
    [drawing(), drawing()].map(async (svg) => who.must('addPhoto', { file: { content: await jpeg(svg) } })),
  );
  const { rows } = await sql<{ id: number; pdq: string; storage_key: string }>`
    select id, pdq::text, storage_key from photos where member_id = ${who.memberId} order by id`.execute(
    site.db,
  );
  await site.app.storage.deleteFolder(
    must(
      rows.find(({ id }) => id === broken?.id),
      'photo',
    ).storage_key,
  );
  await sql`update photos set pdq = null, pdq_quality = null where member_id = ${who.memberId}`.execute(
    site.db,
  );
  await site.app.jobs.add(site.db, 'hash-stored-photos');
  await site.runJobs();
  const again = await sql<{ id: number; pdq: string | null; pdq_quality: number }>`
    select id, pdq::text, pdq_quality from photos where member_id = ${who.memberId}`.execute(site.db);
  expect(again.rows.find(({ id }) => id === whole?.id)?.pdq).toBe(
    rows.find(({ id }) => id === whole?.id)?.pdq,
  );
  expect(again.rows.find(({ id }) => id === broken?.id)).toMatchObject({ pdq: null, pdq_quality: 0 });
});

test('holds a released account again for another listed picture', async () => {
  const who = await member();
  matcher.answerWith({ NCMEC: [{ bank_content_id: 7, distance: '12' }] });
  const upload = async () => who.call('addPhoto', { file: { content: await jpeg(drawing()) } });
  await upload();
  const release = { body: { member: who.memberId, release: true } };
  await moderator.must('decideHeldAccount', release);
  const colleague = await newModerator();
  await colleague.must('decideHeldAccount', release);
  expect((await who.must('user')).held).toBeUndefined();
  await upload();
  expect(await held(who)).toMatchObject({ matches: [{}, {}], release: null });
});

test('leaves a list as it is when its new file contains no hash, and other kinds of hashes out', async () => {
  const listed = drawing();
  const hash = await hashOf(listed);
  await loadLists({
    'mixed.csv': `id,indicator,type\n1,${'ab'.repeat(32)},HASH_SHA256\n2,${hash.toUpperCase()},HASH_PDQ\n3,${'0'.repeat(64)},HASH_PDQ\n`,
  });
  const list = async () =>
    (
      await site.db
        .selectFrom('known_picture_lists')
        .where('name', '=', 'mixed.csv')
        .select('hashes')
        .execute()
    )[0];
  expect(await list()).toEqual({ hashes: 1 });
  await loadLists({ 'mixed.csv': 'error: not found\n' });
  expect(await list()).toEqual({ hashes: 1 });
  const who = await member();
  expect((await who.call('addPhoto', { file: { content: await jpeg(listed) } })).body.error).toBe(
    'account_held',
  );
});

test('preserves the evidence of a purged account until 190 days after the decision, then nothing is left', async () => {
  const who = await member();
  matcher.answerWith({ NCMEC: [{ bank_content_id: 7, distance: '12' }] });
  await who.call('addPhoto', { file: { content: await jpeg(drawing()) } });
  await who.must('deleteUser', { body: { reason: 'other', password } });
  try {
    await site.shiftClock(15 * DAY);
    await site.app.jobs.add(site.db, 'account-purge');
    await site.runJobs();
    const now = await browserOf(site, moderator.memberId);
    const account = must(
      (await now.must('adminHeldAccounts')).accounts.find(({ id }) => id === who.memberId),
      'case',
    );
    expect(account).toMatchObject({ deleted: true, matches: [{ list: 'NCMEC' }] });
    expect((await now.request('GET', must(account.pictures[0], 'picture'))).status).toBe(200);
    await now.must('decideHeldAccount', { body: { member: who.memberId, release: false } });
    const left = async (days: number) => {
      await site.shiftClock((15 + days) * DAY);
      await site.app.jobs.add(site.db, 'forget-complaint-evidence');
      await site.runJobs();
      const { rows } = await sql`select from account_holds where member_id = ${who.memberId}`.execute(
        site.db,
      );
      return rows.length;
    };
    expect([await left(189), await left(191)]).toEqual([1, 0]);
  } finally {
    await site.shiftClock(0);
    moderator = await browserOf(site, moderator.memberId);
  }
});

test('recognises a cropped, marked copy of a refused picture and of a banned member, which the short hash misses', async () => {
  const original = drawing();
  const base = await sharp(original).png().toBuffer();
  const copy = await sharp(base)
    .extract({ left: 9, top: 12, width: 880, height: 1175 })
    .composite([
      {
        input: Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="880" height="120"><rect width="880" height="120" fill="#fff" fill-opacity=".7"/></svg>',
        ),
        gravity: 'south',
      },
    ])
    .jpeg()
    .toBuffer();
  const owner = await member();
  const photo = await owner.must('addPhoto', { file: { content: await jpeg(original) } });
  await moderator.must('decidePhoto', { body: { id: photo.id, approve: false, reason: 'not_own' } });
  // Only the long hash is left to compare with.
  await sql`update refused_pictures set fingerprint = ~fingerprint`.execute(site.db);
  const stranger = await member();
  const { id } = await stranger.must('addPhoto', { file: { content: copy } });
  const queue = (await moderator.must('adminPhotos')).photos;
  expect(queue.find((waiting) => waiting.id === id)?.flags).toContain('refused_before');

  await moderator.must('takeMeasure', {
    body: { member: owner.memberId, kind: 'ban', ground: 'fake_profile', facts: 'Photos of somebody else.' },
  });
  await sql`update banned_marks set fingerprint = ~fingerprint where fingerprint is not null`.execute(
    site.db,
  );
  const again = await member();
  await again.must('addPhoto', { file: { content: copy } });
  expect((await held(again))?.reasons).toMatchObject([
    { reason: 'banned_picture', related: { id: owner.memberId } },
  ]);
});

test('an ordinary drawing with little detail is compared with nothing', async () => {
  const who = await member();
  const flat = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#c86' } })
    .jpeg()
    .toBuffer();
  await who.must('addPhoto', { file: { content: flat } });
  expect(matcher.asked).toEqual([]);
  await who.must('addPhoto', { file: { content: await picture().jpeg().toBuffer() } });
});

test('releases an account that a listed picture holds only if two moderators agree', async () => {
  const who = await member();
  matcher.answerWith({ NCMEC: [{ bank_content_id: 7, distance: '12' }] });
  await who.call('addPhoto', { file: { content: await jpeg(drawing()) } });
  const release = { body: { member: who.memberId, release: true } };
  expect((await held(who))!.release).toBeNull();
  expect(await moderator.must('decideHeldAccount', release)).toEqual({ ok: true, needs_second: true });
  expect((await who.must('user')).held).toBe(true);
  expect((await held(who))!.release).toMatchObject({ own: true });
  expect((await moderator.call('decideHeldAccount', release)).body.error).toBe('own_decision');
  expect((await who.must('user')).held).toBe(true);
  const colleague = await newModerator();
  const { accounts } = await colleague.must('adminHeldAccounts');
  expect(accounts.find(({ id }) => id === who.memberId)!.release).toMatchObject({ own: false });
  expect(await colleague.must('decideHeldAccount', release)).toEqual({ ok: true });
  expect((await who.must('user')).held).toBeUndefined();
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where member_id = ${who.memberId} and action in ('hold.ask_release', 'hold.release') order by id`.execute(
    site.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(['hold.ask_release', 'hold.release']);
});

test('lets one moderator close what another asked to release', async () => {
  const who = await member();
  matcher.answerWith({ NCMEC: [{ bank_content_id: 7, distance: '12' }] });
  await who.call('addPhoto', { file: { content: await jpeg(drawing()) } });
  await moderator.must('decideHeldAccount', { body: { member: who.memberId, release: true } });
  await moderator.must('decideHeldAccount', {
    body: { member: who.memberId, release: false, ground: 'illegal_content', facts: 'A picture.' },
  });
  expect((await who.call('user')).status).toBe(403);
});
