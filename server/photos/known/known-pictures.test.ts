import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { must } from '#contract/must.ts';
import { drawing, hashOf, jpeg, knownPicturesSite } from '#support/photos/known-pictures-site.ts';
import { picture } from '#support/pictures.ts';

// Pictures on outside lists, loaded from files or asked from a matcher. All pictures are drawings.

const known = await knownPicturesSite();
const { matcher, lines, site, held, loadLists, countOf, member, expectBlocked } = known;

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
  const shown = await known.moderator.request('GET', address);
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
  expect((await known.moderator.must('adminPhotos')).photos.map(({ id }) => id)).not.toContain(photo.id);
  expect((await known.moderator.must('adminChatImages')).images.map(({ id }) => id)).not.toContain(
    (await image()).id,
  );
  const approve = { body: { id: photo.id, approve: true } };
  expect((await known.moderator.call('decidePhoto', approve)).body.error).toBe('conflict');
  const approveImage = { body: { id: (await image()).id, approve: true } };
  expect((await known.moderator.call('decideChatImage', approveImage)).body.error).toBe('conflict');

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
  expect((await known.moderator.must('adminVerifications')).verifications).toEqual([]);
  const { rows } = await sql<{
    id: number;
  }>`select id from verifications where member_id = ${owner.memberId}`.execute(site.db);
  const verify = { body: { id: must(rows[0], 'selfie').id, verified: true } };
  expect((await known.moderator.call('decideVerification', verify)).body.error).toBe('conflict');

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
  await known.moderator.must('decidePhoto', { body: { id: photo.id, approve: false, reason: 'not_own' } });
  // Only the long hash is left to compare with.
  await sql`update refused_pictures set fingerprint = ~fingerprint`.execute(site.db);
  const stranger = await member();
  const { id } = await stranger.must('addPhoto', { file: { content: copy } });
  const queue = (await known.moderator.must('adminPhotos')).photos;
  expect(queue.find((waiting) => waiting.id === id)?.flags).toContain('refused_before');

  await known.moderator.must('takeMeasure', {
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
