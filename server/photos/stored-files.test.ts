import { FSDriver } from 'flydrive/drivers/fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photoCalls } from '#support/photos/photo-calls.ts';
import { addMember, startTestSite, type TestSite } from '#support/photos/photo-site.ts';
import { picture } from '#support/pictures.ts';

let running: TestSite;
let jpeg: Buffer;
beforeAll(async () => {
  running = await startTestSite();
  jpeg = await picture(300, 400).jpeg().toBuffer();
});
afterAll(() => running.close());

const { upload, call, added, folders, rowsOf, profileOf } = photoCalls(
  () => running,
  () => jpeg,
);

test('deletes the files of a deleted photo unless another row shares them, and makes the next photo the main one', async () => {
  const owner = await addMember(running.db);
  const [first, second] = [await added(owner), await added(owner)];
  const folder = (await rowsOf(owner))[0]!.storage_key;
  const friend = await addMember(running.db);
  await sql`insert into photos (member_id, storage_key, width, height) values (${friend.id}, ${folder}, 9, 12)`.execute(
    running.db,
  );
  expect((await call(owner, 'DELETE', '/api/photo.php', { id: first.id })).json()).toEqual({ ok: true });
  expect((await profileOf(owner)).main_photo_id).toBe(second.id);
  await running.runJobs();
  expect(await folders()).toContain(folder);
  const { id } = (await rowsOf(friend))[0]!;
  await call(friend, 'DELETE', '/api/photo.php', { id });
  await running.runJobs();
  expect(await folders()).not.toContain(folder);
  expect((await call(owner, 'DELETE', '/api/photo.php', { id: first.id })).statusCode).toBe(404);
});

test('deletes files of an upload that was killed before writing its row', async () => {
  const { keepFiles } = await import('./files/keep-files.ts');
  const { processPhoto } = await import('./process-photo.ts');
  const folder = await keepFiles(running.site.app, await processPhoto(jpeg, 'test'));
  expect(await folders()).toContain(folder);
  await running.runJobs();
  expect(await folders()).not.toContain(folder);
});

test('answers 507 on a full disk, and leaves neither row nor file', async () => {
  const owner = await addMember(running.db);
  await running.runJobs();
  const before = await folders();
  const put = FSDriver.prototype.put;
  let puts = 0;
  FSDriver.prototype.put = function (this: FSDriver, ...args) {
    if (++puts === 3) return Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    return put.apply(this, args);
  };
  try {
    const answer = await upload(owner);
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([507, 'storage_full']);
  } finally {
    FSDriver.prototype.put = put;
  }
  expect(await rowsOf(owner)).toEqual([]);
  expect(await folders()).toEqual(before);
});

test('answers 503 for uploads and pictures while the store is unavailable', async () => {
  const owner = await addMember(running.db);
  const photo = await added(owner);
  const { put, getStream } = FSDriver.prototype;
  const away = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
  FSDriver.prototype.put = away;
  FSDriver.prototype.getStream = away;
  try {
    expect((await upload(owner)).json()).toMatchObject({ error: 'unavailable' });
    expect((await call(owner, 'GET', photo.filename!)).statusCode).toBe(503);
  } finally {
    FSDriver.prototype.put = put;
    FSDriver.prototype.getStream = getStream;
  }
  expect(await rowsOf(owner)).toHaveLength(1);
});

test('adds AVIF in a job and serves it to browsers that accept it', async () => {
  const owner = await addMember(running.db);
  const photo = await added(owner);
  await running.runJobs();
  const get = (accept: string) =>
    running.http.inject({ url: photo.filename!, headers: { cookie: owner.cookie, accept } });
  expect((await get('image/avif,image/webp,*/*')).headers['content-type']).toBe('image/avif');
  const webp = await get('image/webp,*/*');
  expect(webp.headers['content-type']).toBe('image/webp');
  const again = await running.http.inject({
    url: photo.filename!,
    headers: { cookie: owner.cookie, 'if-none-match': webp.headers['etag'] as string },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
