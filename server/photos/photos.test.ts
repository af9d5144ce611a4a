import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Photo } from '#contract/photos/photo.ts';
import { photoCalls } from '#support/photos/photo-calls.ts';
import { addMember, startTestSite, type TestMember, type TestSite } from '#support/photos/photo-site.ts';
import { bombPng, phoneJpeg, picture } from '#support/pictures.ts';
import { one } from '../platform/database/index.ts';
import { writeCursor } from '../platform/http/cursor.ts';
import { createPhotoAddresses } from './addresses.ts';
import { photosOf } from './photos-of.ts';

let running: TestSite;
let jpeg: Buffer;
beforeAll(async () => {
  running = await startTestSite();
  jpeg = await picture(300, 400).jpeg().toBuffer();
});
afterAll(() => running.close());

const { upload, call, added, folders, rowsOf, profileOf, approve } = photoCalls(
  () => running,
  () => jpeg,
);

test('returns an uploaded photo that is under inspection, main and visible to its owner only', async () => {
  const [owner, other] = [await addMember(running.db), await addMember(running.db, { paid: true })];
  const answer = await upload(owner, await phoneJpeg());
  expect(answer.statusCode).toBe(201);
  const photo = answer.json<Photo>();
  expect(photo).toMatchObject({
    status: 'inspecting',
    private: false,
    locked: false,
    main: true,
    width: 900,
    height: 1200,
  });
  const own = await call(owner, 'GET', photo.filename!);
  expect(own.statusCode).toBe(200);
  expect(own.headers['content-type']).toBe('image/webp');
  expect(own.headers['cache-control']).toContain('private');
  expect((await sharp(own.rawPayload).metadata()).exif).toBeUndefined();
  for (const viewer of [other, null])
    expect((await call(viewer, 'GET', photo.filename!)).statusCode).toBe(404);
  await approve(photo.id);
  for (const viewer of [owner, other, null])
    expect((await call(viewer, 'GET', photo.filename!)).statusCode).toBe(200);
  expect(await profileOf(owner)).toEqual({ main_photo_id: photo.id, num_photos: 1 });
});

test('limits an address to the signed variants, and lets it expire', async () => {
  const owner = await addMember(running.db);
  const photo = await added(owner);
  const second = await added(owner);
  const [path, query] = photo.filename!.split('?') as [string, string];
  for (const url of [
    path,
    `${path}?s=`,
    `${path}?s=x.y`,
    `/photos/${second.id}/960?${query}`,
    `/photos/${photo.id}/blur?${query}`,
    `/photos/${photo.id}/4000?${query}`,
    `/photos/x/960?${query}`,
  ]) {
    expect((await call(owner, 'GET', url)).statusCode, url).toBe(404);
  }
  for (const width of ['160', '480', '960'])
    expect((await call(owner, 'GET', `/photos/${photo.id}/${width}?${query}`)).statusCode).toBe(200);
  vi.useFakeTimers({ now: Date.now() + 6.1 * 3600_000, toFake: ['Date'] });
  expect((await call(owner, 'GET', photo.filename!)).statusCode).toBe(404);
  vi.useRealTimers();
});

test('locks a private photo for free members and visitors, but not for premium members; the signature of the blurred variant opens no other', async () => {
  const owner = await addMember(running.db);
  await approve((await added(owner)).id);
  const secret = await added(owner, { private: 'true' });
  await approve(secret.id);
  const addresses = createPhotoAddresses(running.site.app.config.secret);
  const [free, premium] = [await addMember(running.db), await addMember(running.db, { paid: true })];
  const seenBy = async (viewer: TestMember | null) =>
    photosOf(running.db, addresses, viewer?.id ?? null, owner.id);
  expect((await seenBy(premium)).map((photo) => photo.locked)).toEqual([false, false]);
  for (const viewer of [free, null]) {
    const photos = await seenBy(viewer);
    expect(photos.map((photo) => [photo.locked, photo.filename === null])).toEqual([
      [false, false],
      [true, true],
    ]);
    expect((await call(viewer, 'GET', photos[1]!.thumb_filename)).statusCode).toBe(200);
    expect((await call(viewer, 'GET', photos[1]!.thumb_filename.replace('/blur', '/960'))).statusCode).toBe(
      404,
    );
    // Another viewer cannot use a premium member's address.
    expect((await call(viewer, 'GET', secret.filename!)).statusCode).toBe(404);
  }
  expect((await call(premium, 'GET', secret.filename!)).statusCode).toBe(200);
});

test('shows visitors the main photo only', async () => {
  const owner = await addMember(running.db);
  const [main, more] = [await added(owner), await added(owner)];
  await approve(main.id);
  await approve(more.id);
  expect((await call(null, 'GET', main.filename!)).statusCode).toBe(200);
  expect((await call(null, 'GET', more.filename!)).statusCode).toBe(404);
  expect((await call(await addMember(running.db), 'GET', more.filename!)).statusCode).toBe(200);
});

test('answers 404 at old addresses of refused and deleted photos, and of hidden or blocking members', async () => {
  const owner = await addMember(running.db);
  const viewer = await addMember(running.db, { paid: true });
  const photo = await added(owner);
  const operator = await addMember(running.db, { roles: ['moderator'] });
  await call(operator, 'POST', '/api/admin/photos', { id: photo.id, approve: true });
  const seen = async (by: TestMember | null = viewer) => (await call(by, 'GET', photo.filename!)).statusCode;
  expect(await seen()).toBe(200);

  await sql`insert into blocks (blocker_id, blocked_id) values (${owner.id}, ${viewer.id})`.execute(
    running.db,
  );
  expect(await seen()).toBe(404);
  await sql`delete from blocks where blocker_id = ${owner.id}`.execute(running.db);

  await sql`update profiles set invisible = true where id = ${owner.id}`.execute(running.db);
  expect([await seen(), await seen(null)]).toEqual([404, 404]);
  await sql`insert into conversations (member_low, member_high) values (${owner.id}, ${viewer.id})`.execute(
    running.db,
  );
  await sql`insert into participants (member_id, conversation_id, other_id) select ${viewer.id}, id, ${owner.id} from conversations where member_low = ${owner.id}`.execute(
    running.db,
  );
  expect([await seen(), await seen(null)]).toEqual([200, 404]);
  await sql`update profiles set invisible = false where id = ${owner.id}`.execute(running.db);

  for (const status of ['pending_deletion', 'banned']) {
    await sql`update members set status = ${status} where id = ${owner.id}`.execute(running.db);
    expect(await seen()).toBe(404);
  }
  await sql`update members set status = 'active' where id = ${owner.id}`.execute(running.db);

  await call(operator, 'POST', '/api/admin/photos', { id: photo.id, approve: false, reason: 'quality' });
  expect([await seen(), await seen(owner), await seen(operator)]).toEqual([404, 200, 200]);
  await call(owner, 'DELETE', '/api/photo.php', { id: photo.id });
  expect([await seen(), await seen(owner), await seen(operator)]).toEqual([404, 404, 404]);
});

test('stores three of ten parallel uploads of a free member, and no files of the others', async () => {
  const owner = await addMember(running.db);
  await running.runJobs();
  const before = (await folders()).length;
  const answers = await Promise.all(Array.from({ length: 10 }, () => upload(owner)));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
  for (const refused of answers.filter(({ statusCode }) => statusCode !== 201))
    expect(refused.json()).toMatchObject({ error: 'photo_limit', params: { limit: 3 } });
  await running.runJobs();
  expect((await folders()).length).toBe(before + 3);
  expect((await rowsOf(owner)).map(({ position }) => position)).toEqual([0, 1, 2]);
});

test('allows premium members 25 photos', async () => {
  const owner = await addMember(running.db, { paid: true });
  await sql`insert into photos (member_id, storage_key, width, height, position) select ${owner.id}, 'aa/shared', 9, 12, i from generate_series(0, 23) i`.execute(
    running.db,
  );
  expect((await upload(owner)).statusCode).toBe(201);
  expect((await upload(owner)).json()).toMatchObject({ error: 'photo_limit', params: { limit: 25 } });
});

test('stores one photo for five uploads with the same client id', async () => {
  const owner = await addMember(running.db);
  const client_id = crypto.randomUUID();
  const answers = await Promise.all(Array.from({ length: 5 }, () => upload(owner, jpeg, { client_id })));
  expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.json<Photo>().id}`)).size).toBe(1);
  expect(await rowsOf(owner)).toHaveLength(1);
  const before = (await folders()).length;
  await running.runJobs();
  expect(await folders()).toContain((await rowsOf(owner))[0]!.storage_key);
  expect((await folders()).length).toBeLessThanOrEqual(before);
});

test('refuses files that are not photos, with a code each', async () => {
  const owner = await addMember(running.db);
  const codeOf = async (file: Buffer) => {
    const answer = await upload(owner, file);
    return [answer.statusCode, answer.json<{ error: string }>().error];
  };
  expect(await codeOf(bombPng())).toEqual([422, 'photo_too_large']);
  expect(await codeOf(Buffer.from('<script>alert(1)</script> and some more text to be long enough'))).toEqual(
    [422, 'photo_unsupported'],
  );
  expect(await codeOf(jpeg.subarray(0, jpeg.length / 2))).toEqual([422, 'photo_damaged']);
  expect(await codeOf(Buffer.alloc(16 * 1024 * 1024, 1))).toEqual([413, 'too_large']);
  expect((await upload(owner, null)).statusCode).toBe(400);
  expect(await rowsOf(owner)).toEqual([]);
});

test('refuses changes to another member’s photos, and every change by visitors', async () => {
  const [owner, other] = [await addMember(running.db), await addMember(running.db)];
  const photo = await added(owner);
  for (const [method, payload] of [
    ['PUT', { id: photo.id, private: true }],
    ['DELETE', { id: photo.id }],
  ] as const) {
    expect((await call(other, method, '/api/photo.php', payload)).statusCode).toBe(404);
    expect((await call(null, method, '/api/photo.php', payload)).json()).toMatchObject({
      error: 'authentication_required',
    });
  }
});

test('makes a photo main or private and moves it, but cannot make the main photo private', async () => {
  const owner = await addMember(running.db);
  const [a, b, c] = [await added(owner), await added(owner), await added(owner)];
  const order = async () => (await rowsOf(owner)).map(({ id }) => id);
  expect((await call(owner, 'PUT', '/api/photo.php', { id: b.id, main: true })).json()).toMatchObject({
    id: b.id,
    main: true,
  });
  expect((await call(owner, 'PUT', '/api/photo.php', { id: b.id, private: true })).json()).toMatchObject({
    error: 'photo_is_main',
  });
  expect((await call(owner, 'PUT', '/api/photo.php', { id: a.id, private: true })).json()).toMatchObject({
    private: true,
    main: false,
  });
  expect((await call(owner, 'PUT', '/api/photo.php', { id: a.id, main: true })).json()).toMatchObject({
    error: 'photo_is_main',
  });
  for (const [id, position, expected] of [
    [c.id, 0, [c.id, a.id, b.id]],
    [c.id, 1, [a.id, c.id, b.id]],
    [a.id, 2, [c.id, b.id, a.id]],
    [c.id, 99, [b.id, a.id, c.id]],
  ] as const) {
    await call(owner, 'PUT', '/api/photo.php', { id, position });
    expect(await order()).toEqual(expected);
  }
});

test('shows the queue to moderators only, and mails and audits a decision', async () => {
  const [operator, support, member] = [
    await addMember(running.db, { roles: ['owner'] }),
    await addMember(running.db, { roles: ['support'] }),
    await addMember(running.db),
  ];
  const photo = await added(member);
  for (const [nobody, status] of [
    [support, 403],
    [member, 404],
    [null, 404],
  ] as const) {
    expect((await call(nobody, 'GET', '/api/admin/photos')).statusCode).toBe(status);
    expect(
      (await call(nobody, 'POST', '/api/admin/photos', { id: photo.id, approve: true })).statusCode,
    ).toBe(status);
  }
  const queue = (
    await call(operator, 'GET', `/api/admin/photos?cursor=${writeCursor('waiting photos', [photo.id - 1])}`)
  ).json<{
    photos: { id: number; filename: string; member: { id: number } }[];
    waiting: number;
  }>();
  const item = queue.photos.find(({ id }) => id === photo.id)!;
  expect(item.member.id).toBe(member.id);
  expect((await call(operator, 'GET', item.filename)).statusCode).toBe(200);

  await call(operator, 'POST', '/api/admin/photos', {
    id: photo.id,
    approve: false,
    reason: 'contact_details',
  });
  await call(operator, 'POST', '/api/admin/photos', {
    id: photo.id,
    approve: false,
    reason: 'contact_details',
  });
  expect(await profileOf(member)).toEqual({ main_photo_id: null, num_photos: 0 });
  await running.runJobs();
  const { email } = await one(
    sql<{ email: string }>`select email from members where id = ${member.id}`.execute(running.db),
  );
  const mails = await running.site.app.outbox.items({ to: email });
  expect(mails.map(({ subject }) => subject)).toEqual(['Je foto op Liaison kan niet worden getoond']);
  expect(mails[0]!.text).toContain('telefoonnummer');
  const { rows } = await sql<{
    action: string;
  }>`select action from audit_log where operator_id = ${operator.id} and member_id = ${member.id} order by id`.execute(
    running.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(['photo.look', 'photo.refuse']);
  expect((await call(operator, 'POST', '/api/admin/photos', { id: 999_999, approve: true })).statusCode).toBe(
    404,
  );
});

test('refuses a photo that would only be shown enlarged, and takes the smallest that is not', async () => {
  const owner = await addMember(running.db);
  const answer = await upload(owner, await picture(30, 30).jpeg().toBuffer());
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    { error: 'photo_too_small', params: { pixels: 200 } },
  ]);
  expect((await upload(owner, await picture(199, 400).jpeg().toBuffer())).statusCode).toBe(422);
  expect((await upload(owner, await picture(200, 200).jpeg().toBuffer())).statusCode).toBe(201);
});

test('activates a photo immediately with automatic approval, unless it is doubtful', async () => {
  await sql`update sites set overrides = overrides || '{"automatic_photo_approval": true}'`.execute(
    running.db,
  );
  const { SITES_CHANGED } = await import('../site-settings/index.ts');
  running.site.app.events.publish(SITES_CHANGED, {});
  const owner = await addMember(running.db);
  await sql`delete from refused_pictures`.execute(running.db);
  expect(await added(owner)).toMatchObject({ status: 'active' });
  expect(
    (
      await upload(
        owner,
        await sharp({ create: { width: 300, height: 400, channels: 3, background: '#445566' } })
          .jpeg()
          .toBuffer(),
      )
    ).json(),
  ).toMatchObject({
    status: 'inspecting',
  });
  expect(await profileOf(owner)).toMatchObject({ num_photos: 1 });
});
