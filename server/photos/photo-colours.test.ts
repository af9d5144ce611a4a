import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#contract/must.ts';
import type { Photo } from '#contract/photos/photo.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { photoCalls } from '#support/photos/photo-calls.ts';
import { addMember, startTestSite, type TestMember, type TestSite } from '#support/photos/photo-site.ts';
import { picture } from '#support/pictures.ts';
import { processPhoto } from './process-photo.ts';

let running: TestSite;
let jpeg: Buffer;
let colour: string;
beforeAll(async () => {
  running = await startTestSite();
  jpeg = await picture().jpeg().toBuffer();
  ({ colour } = await processPhoto(jpeg, 'test'));
});
afterAll(() => running.close());

const { call, added, approve } = photoCalls(
  () => running,
  () => jpeg,
);

const cardOf = async (viewer: TestMember | null, id: number) => {
  const found = (await call(viewer, 'GET', '/api/members.php')).json<{ results: ProfileCard[] }>();
  return must(
    found.results.find((card) => card.id === id),
    'card',
  );
};
const photosOf = async (viewer: TestMember | null, id: number) =>
  (await call(viewer, 'GET', `/api/member.php?id=${id}`)).json<{ photos: Photo[] }>().photos;

test('averages the picture', async () => {
  const { channels } = await sharp(jpeg).stats();
  const found = Buffer.from(colour, 'hex');
  expect(found).toHaveLength(3);
  for (const [n, { mean }] of channels.entries()) expect(Math.abs(Number(found[n]) - mean)).toBeLessThan(3);
});

test('tells the colour of a photo on cards and profiles', async () => {
  const owner = await addMember(running.db);
  const photo = await added(owner);
  expect(photo.colour).toBe(colour);
  await approve(photo.id);
  for (const viewer of [null, await addMember(running.db)]) {
    expect((await cardOf(viewer, owner.id)).main_image).toMatchObject({ colour });
    expect((await photosOf(viewer, owner.id)).map((one) => one.colour)).toEqual([colour]);
  }
});

test.each(['private', 'on_request'] as const)(
  'keeps the colour of a locked photo secret (%s)',
  async (kind) => {
    const owner = await addMember(running.db);
    await approve((await added(owner)).id);
    const secret = await added(owner, { private: 'true' });
    await approve(secret.id);
    await call(owner, 'PUT', '/api/photo.php', { id: secret.id, [kind]: true });
    const [free, premium] = [await addMember(running.db), await addMember(running.db, { paid: true })];
    const open = kind === 'private' ? [owner, premium] : [owner];
    for (const viewer of [owner, premium, free, null]) {
      const seen = (await photosOf(viewer, owner.id)).find(({ id }) => id === secret.id);
      expect(seen?.colour).toBe(viewer && open.includes(viewer) ? colour : undefined);
      expect(seen?.locked).toBe(!(viewer && open.includes(viewer)));
    }
  },
);

test('computes the missing colours of stored photos, and tries an unreadable file once', async () => {
  const owner = await addMember(running.db);
  const [kept, lost] = [await added(owner), await added(owner)];
  await sql`update photos set colour = null where member_id = ${owner.id}`.execute(running.db);
  await sql`update photos set storage_key = 'no/where' where id = ${lost.id}`.execute(running.db);
  expect((await photosOf(owner, owner.id)).map((one) => one.colour)).toEqual([undefined, undefined]);

  await must(running.site.jobHandlers['colour-photos'], 'job')({} as never, {} as never);
  const colours = new Map((await photosOf(owner, owner.id)).map((one) => [one.id, one.colour]));
  expect(colours).toEqual(
    new Map([
      [kept.id, colour],
      [lost.id, undefined],
    ]),
  );
  const { rows } = await sql`select from photos where colour is null`.execute(running.db);
  expect(rows).toEqual([]);
});

test('stores nothing but a colour', async () => {
  const owner = await addMember(running.db);
  const { id } = await added(owner);
  for (const text of ['red', '#ac827c', 'ac827c;', 'AC827C', 'ac827c\n'])
    await expect(
      sql`update photos set colour = ${text} where id = ${id}`.execute(running.db),
    ).rejects.toThrow('photos_colour_check');
});
