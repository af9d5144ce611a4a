import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { plant, plantConversation, plantWithBrowser, type PlantOptions } from '#support/members.ts';
import { createPhotoAddresses } from '../addresses.ts';

const app = testApp({ LIMITS_SCALE: '100' });
const DAY = 86_400;
beforeAll(() => app.shiftToNoon());

interface Scene {
  owner: Client;
  viewer: Client;
  photo: number;
}

/** An owner with a main photo and one on request. With a matching ETag no file needs to exist. */
async function scene(viewerIs: PlantOptions = {}, ownerIs: PlantOptions = {}): Promise<Scene> {
  const owner = await plantWithBrowser(app, { gender: 'female', ...ownerIs });
  const viewer = await plantWithBrowser(app, { gender: 'male', ...viewerIs });
  const add = async (isOnRequest: boolean): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into photos (member_id, storage_key, width, height, status, private, on_request)
      values (${owner.memberId}, 'nowhere', 100, 100, 'active', ${isOnRequest}, ${isOnRequest}) returning id`.execute(
      app.db,
    );
    return rows[0]!.id;
  };
  await sql`update profiles set main_photo_id = ${await add(false)} where id = ${owner.memberId}`.execute(
    app.db,
  );
  return { owner, viewer, photo: await add(true) };
}

const ask = ({ viewer, owner }: Scene) => viewer.call('askForPhotos', { body: { profile: owner.memberId } });
const answer = ({ viewer, owner }: Scene, access: 'always' | 'day' | 'none') =>
  owner.call('answerPhotoRequest', { body: { profile: viewer.memberId, access } });
const seenPhoto = async (client: Client, { owner, photo }: Scene) =>
  (await client.must('member', { query: { id: owner.memberId } })).photos.find(({ id }) => id === photo)!;
const statusOf = async (client: Client, address: string): Promise<number> =>
  (await client.request('GET', address, { headers: { 'if-none-match': '"nowhere-960-webp"' } })).status;
const people = async (client: Client, state: 'asked' | 'granted' | 'declined') =>
  (await client.must('photoAccess', { query: { state } })).people;

test.each([
  ['a premium member', { premium: true }],
  ['a free member', {}],
])('shows a photo on request to %s from the grant until its end, and no longer', async (_, options) => {
  const s = await scene(options);
  expect(await seenPhoto(s.viewer, s)).toMatchObject({ locked: true, on_request: true, filename: null });
  expect(await seenPhoto(s.viewer, s)).not.toHaveProperty('asked');
  expect((await ask(s)).body).toEqual({ state: 'asked' });
  expect((await ask(s)).body).toEqual({ state: 'asked' });
  expect(await people(s.owner, 'asked')).toMatchObject([{ profile: { id: s.viewer.memberId } }]);
  expect(await seenPhoto(s.viewer, s)).toMatchObject({ locked: true, asked: true });

  expect((await answer(s, 'always')).body).toEqual({ state: 'granted' });
  const { filename } = await seenPhoto(s.viewer, s);
  expect(await statusOf(s.viewer, filename!)).toBe(304);
  expect(await statusOf(await plantWithBrowser(app, { premium: true }), filename!)).toBe(404);
  expect(await statusOf(app.visitor(), filename!)).toBe(404);
  expect(await people(s.owner, 'granted')).toMatchObject([{ profile: { id: s.viewer.memberId } }]);

  expect((await answer(s, 'none')).body).toEqual({ state: 'declined' });
  expect(await statusOf(s.viewer, filename!)).toBe(404);
  expect(await seenPhoto(s.viewer, s)).toMatchObject({ locked: true, asked: true, filename: null });
});

test('ends a grant of 24 hours to the second, and lets the viewer ask again', async () => {
  const s = await scene();
  const now = await app.shiftToNoon();
  await ask(s);
  await answer(s, 'day');
  const { filename, until } = await seenPhoto(s.viewer, s);
  expect(until).toBeDefined();
  await app.shiftClock(now + DAY - 60);
  expect(await statusOf(s.viewer, filename!)).toBe(304);
  await app.shiftClock(now + DAY + 1);
  expect(await statusOf(s.viewer, filename!)).toBe(404);
  expect(await people(s.owner, 'granted')).toEqual([]);
  expect((await ask(s)).body).toEqual({ state: 'asked' });
  expect(await people(s.owner, 'asked')).toHaveLength(1);
  await app.shiftToNoon();
});

test('tells the asker nothing about a declined request', async () => {
  const [waiting, declined] = [await scene(), await scene()];
  for (const s of [waiting, declined]) await ask(s);
  await answer(declined, 'none');
  for (const s of [waiting, declined]) {
    expect((await ask(s)).body).toEqual({ state: 'asked' });
    expect(await seenPhoto(s.viewer, s)).toMatchObject({ locked: true, asked: true });
    const chat = await s.viewer.must('chat', { query: { profile: s.owner.memberId } });
    expect(chat.photo_request).toBe('asked');
  }
  expect(await people(declined.owner, 'asked')).toEqual([]);
});

test('shows the request in the chat of both', async () => {
  const s = await scene();
  const chatOf = (client: Client, other: Client) =>
    client.must('chat', { query: { profile: other.memberId } });
  expect((await chatOf(s.viewer, s.owner)).photo_request).toBe('none');
  expect(await chatOf(s.owner, s.viewer)).not.toHaveProperty('photos_asked');
  await ask(s);
  expect((await chatOf(s.owner, s.viewer)).photos_asked).toBe(true);
  expect(await chatOf(s.owner, s.viewer)).not.toHaveProperty('photo_request');
  await answer(s, 'day');
  expect((await chatOf(s.viewer, s.owner)).photo_request).toBe('granted');
  expect(await chatOf(s.owner, s.viewer)).not.toHaveProperty('photos_asked');
});

test('refuses a request that the owner could not see or did not allow', async () => {
  const codeOf = async (s: Scene) => {
    const { status, body } = await ask(s);
    return status === 200 ? 'asked' : body.error;
  };
  expect(await codeOf(await scene({ invisible: true }))).toBe('photos_unseen');
  expect(await codeOf(await scene({ status: 'not_confirmed' }))).toBe('address_unconfirmed');
  expect(await codeOf(await scene({}, { invisible: true }))).toBe('not_found');

  const blocked = await scene();
  await blocked.owner.must('block', { body: { profile: blocked.viewer.memberId } });
  expect(await codeOf(blocked)).toBe('blocked_by');
  const blocking = await scene();
  await blocking.viewer.must('block', { body: { profile: blocking.owner.memberId } });
  expect(await codeOf(blocking)).toBe('blocked');

  const paused = await scene();
  await sql`insert into contact_conditions (member_id, paused) values (${paused.owner.memberId}, true)`.execute(
    app.db,
  );
  expect(await codeOf(paused)).toBe('contact_paused');
  await plantConversation(app, paused.owner.memberId, paused.viewer.memberId);
  expect(await codeOf(paused)).toBe('asked');

  const none = await scene();
  await none.owner.must('changePhoto', { body: { id: none.photo, private: true } });
  expect(await codeOf(none)).toBe('conflict');
  expect((await none.owner.call('askForPhotos', { body: { profile: none.owner.memberId } })).status).toBe(
    404,
  );
});

test('grants nothing without a request', async () => {
  const s = await scene();
  expect((await answer(s, 'always')).status).toBe(404);
  expect(await seenPhoto(s.viewer, s)).toMatchObject({ locked: true });
});

test('ends grants of both with a block', async () => {
  const s = await scene();
  await ask(s);
  await answer(s, 'always');
  const { filename } = await seenPhoto(s.viewer, s);
  await s.owner.must('block', { body: { profile: s.viewer.memberId } });
  await s.owner.must('unblock', { body: { profile: s.viewer.memberId } });
  expect(await statusOf(s.viewer, filename!)).toBe(404);
  expect(await people(s.owner, 'granted')).toEqual([]);
});

test('is never the main photo, on no card and no count', async () => {
  const s = await scene();
  await ask(s);
  await answer(s, 'always');
  expect((await s.owner.call('changePhoto', { body: { id: s.photo, main: true } })).body.error).toBe(
    'photo_is_main',
  );
  const [card] = (
    await s.viewer.must('members', { query: { gender: 'female', country: 'NL' } })
  ).results.filter(({ id }) => id === s.owner.memberId);
  expect(card?.main_image?.filename).not.toContain(`/photos/${s.photo}/`);
  const { rows: photos } = await sql<{
    id: number;
  }>`select id from photos where member_id = ${s.owner.memberId} order by id`.execute(app.db);
  await s.owner.must('deletePhoto', { body: { id: photos[0]!.id } });
  const profile = await s.viewer.must('member', { query: { id: s.owner.memberId } });
  expect(profile).toMatchObject({ main_image: null, num_photos: 0 });
});

test('changes a photo between public, private and on request', async () => {
  const s = await scene({ premium: true });
  const changed = (body: object) => s.owner.must('changePhoto', { body: { id: s.photo, ...body } });
  expect(await changed({ private: true })).toMatchObject({ private: true, on_request: false });
  expect(await seenPhoto(s.viewer, s)).toMatchObject({ locked: false });
  expect(await changed({ on_request: true })).toMatchObject({ private: true, on_request: true });
  expect(await seenPhoto(s.viewer, s)).toMatchObject({ locked: true });
  expect(await changed({ private: false })).toMatchObject({ private: false, on_request: false });
});

test('lets moderators see a photo on request, and records the look', async () => {
  const s = await scene();
  const moderator = await plantWithBrowser(app, { roles: ['moderator'] });
  const address = createPhotoAddresses(app.app.config.secret).address(s.photo, '960');
  expect(await statusOf(moderator, address)).toBe(304);
  expect(await statusOf(await plantWithBrowser(app, { roles: ['finance'] }), address)).toBe(404);
  const { rows } = await sql`
    select from audit_log where action = 'photo.look' and operator_id = ${moderator.memberId} and object = ${String(s.photo)}`.execute(
    app.db,
  );
  expect(rows).toHaveLength(1);
});

test('notifies the owner of a request and the viewer of the grant, once each', async () => {
  const s = await scene({ email: 'asks@plant.test' }, { email: 'owns@plant.test' });
  await app.away();
  await ask(s);
  await ask(s);
  const subjects = async (to: string) => (await app.outbox(to)).map(({ subject }) => subject);
  expect(await subjects('owns@plant.test')).toEqual([expect.stringContaining('asks to see your photos')]);
  await app.away();
  await answer(s, 'day');
  await answer(s, 'always');
  await app.away();
  expect(await subjects('asks@plant.test')).toEqual([expect.stringContaining('shows you more photos')]);
});

test('tells both sides by a live event, but the asker nothing of a declined request', async () => {
  const s = await scene();
  const heard: [number, unknown][] = [];
  const stops = [s.owner, s.viewer].map(({ memberId }) =>
    app.app.events.subscribe(memberId, (event) => void heard.push([memberId, event.data])),
  );
  const to = (one: Client, other: Client) => [one.memberId, { what: 'photoAccess', profile: other.memberId }];
  await ask(s);
  await expect.poll(() => heard).toEqual([to(s.owner, s.viewer), to(s.viewer, s.owner)]);
  heard.length = 0;
  await answer(s, 'none');
  await answer(s, 'always');
  await expect
    .poll(() => heard)
    .toEqual([to(s.owner, s.viewer), to(s.owner, s.viewer), to(s.viewer, s.owner)]);
  for (const stop of stops) stop();
});

test('pages the list by key', async () => {
  const s = await scene();
  for (let at = 0; at < 30; at++)
    await sql`insert into photo_access (owner_id, viewer_id, changed_at) values (${s.owner.memberId}, ${await plant(app)}, '2026-01-01')`.execute(
      app.db,
    );
  const first = await s.owner.must('photoAccess', { query: { state: 'asked' } });
  const second = await s.owner.must('photoAccess', { query: { state: 'asked', cursor: first.next! } });
  expect(new Set([...first.people, ...second.people].map(({ profile }) => profile.id)).size).toBe(30);
  expect(second.next).toBeNull();
});
