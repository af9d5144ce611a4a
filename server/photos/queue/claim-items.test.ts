import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Role } from '#contract/lists/roles.ts';
import { type Client, testApp } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';

const site = testApp();
const MINUTE_SECONDS = 60;

async function operatorWith(role: Role): Promise<Client> {
  const id = await plant(site);
  await sql`update members set roles = ${[role]}::text[] where id = ${id}`.execute(site.db);
  return browserOf(site, id);
}

async function waitingPhotos(count: number): Promise<void> {
  await sql`delete from photos where status = 'inspecting'`.execute(site.db);
  await sql`
    insert into photos (member_id, storage_key, width, height, status)
    select ${await plant(site)}, 'waiting-' || n, 600, 800, 'inspecting' from generate_series(1, ${count}::int) n`.execute(
    site.db,
  );
}

const idsOf = async (operator: Client) => (await operator.must('adminPhotos')).photos.map(({ id }) => id);

test('divides the waiting photos among moderators who ask at the same moment', async () => {
  await waitingPhotos(25);
  const moderators = await Promise.all(Array.from({ length: 4 }, () => operatorWith('moderator')));
  const shares = await Promise.all(moderators.map(idsOf));
  expect(new Set(shares.flat()).size).toBe(25);
  expect(shares.flat()).toHaveLength(25);
  expect(await idsOf(moderators[0]!), 'the same share on the next request').toEqual(shares[0]);
});

test('gives a share to somebody else two minutes after its moderator has left', async () => {
  await waitingPhotos(3);
  const [first, second] = [await operatorWith('moderator'), await operatorWith('moderator')];
  const share = await idsOf(first);
  expect(share).toHaveLength(3);
  expect(await second.must('adminPhotos')).toMatchObject({ photos: [], waiting: 3 });
  await site.shiftClock(1.5 * MINUTE_SECONDS);
  expect(await idsOf(first)).toEqual(share);
  await site.shiftClock(3 * MINUTE_SECONDS);
  expect(await idsOf(second), 'the first one asked again meanwhile').toEqual([]);
  await site.shiftClock(4 * MINUTE_SECONDS);
  expect(await idsOf(second)).toEqual(share);
  expect(await idsOf(first)).toEqual([]);
  await site.shiftClock(0);
});

test('shows an auditor the whole queue and takes nothing from it', async () => {
  await waitingPhotos(3);
  const [auditor, moderator] = [await operatorWith('auditor'), await operatorWith('moderator')];
  expect(await idsOf(auditor)).toHaveLength(3);
  expect(await idsOf(moderator)).toHaveLength(3);
  expect(await idsOf(auditor)).toHaveLength(3);
});
