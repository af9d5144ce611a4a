import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, plantConversation, plantWithBrowser, setSettings } from '#support/members.ts';

const app = testApp();
let viewer: Client;
beforeAll(async () => void (viewer = await plantWithBrowser(app, { gender: 'male', country: 'AT' })));
afterEach(() => app.shiftClock(0));

test('returns from member.php the relation between viewer and profile, and clears the new-like flag', async () => {
  const other = await plant(app, { country: 'BE' });
  const conversation = await plantConversation(app, viewer.memberId, other);
  await sql`insert into likes (liker_id, liked_id) values (${other}, ${viewer.memberId})`.execute(app.db);
  expect((await viewer.must('likes')).liked_by.find(({ id }) => id === other)!.like_new).toBe(true);
  const profile = await viewer.must('member', { query: { id: other } });
  expect(profile).toMatchObject({
    liked: false,
    likes_me: true,
    blocked: false,
    conversation,
    gender_sought: null,
    date_of_birth: null,
  });
  expect((await viewer.must('likes')).liked_by.find(({ id }) => id === other)!.like_new).toBe(false);
});

test('does not say when a cam listing was last active', async () => {
  const [cam, woman] = [await plant(app, { kind: 'cam' }), await plant(app)];
  await sql`insert into presence (member_id, last_active) select unnest(${[cam, woman]}::bigint[]), now() - interval '30 days'
    on conflict (member_id) do update set last_active = excluded.last_active`.execute(app.db);
  expect((await viewer.must('member', { query: { id: woman } })).active_recently).toBe('earlier');
  expect((await viewer.must('member', { query: { id: cam } })).active_recently).toBeNull();
});

test('returns a hidden field to its owner only', async () => {
  const other = await plant(app, { country: 'BE' });
  await sql`update profiles set tattoos = 'many', about = 'I sing', interests = '{tea}' where id = ${other}`.execute(
    app.db,
  );
  await setSettings(app, { visible_profile_fields: ['gender'], visible_profile_notes: ['interests'] });
  expect(await viewer.must('member', { query: { id: other } })).toMatchObject({
    tattoos: null,
    about: null,
    interests: ['tea'],
  });
  const own = await (await browserOf(app, other)).must('member', { query: { id: other } });
  expect(own).toMatchObject({ tattoos: 'many', about: 'I sing' });
  await setSettings(app, {
    visible_profile_fields: ['gender', 'tattoos'],
    visible_profile_notes: ['about', 'interests'],
  });
  expect(await viewer.must('member', { query: { id: other } })).toMatchObject({
    tattoos: 'many',
    about: 'I sing',
  });
});

test("omits hidden age, gender and place from every list, chat and profile of others, but not from the viewer's own profile", async () => {
  const shown = {
    visible_profile_fields: ['gender', 'age', 'country', 'region', 'city', 'tattoos'],
    visible_profile_notes: ['about', 'interests'],
  };
  await setSettings(app, shown);
  const other = await plantWithBrowser(app, {
    country: 'IE',
    region: 'Leinster',
    city: 'Dublin',
    lat: 53,
    lon: -6,
  });
  await other.must('like', { body: { profile: viewer.memberId } });
  await other.must('send', { body: { profile: viewer.memberId, client_id: randomUUID(), text: 'Hi' } });
  const before = (await viewer.must('members', { query: { country: 'IE' } })).results.find(
    ({ id }) => id === other.memberId,
  );
  expect(before).toMatchObject({
    age: expect.any(Number),
    gender: 'female',
    country: 'IE',
    region: 'Leinster',
    city: 'Dublin',
  });
  await setSettings(app, { visible_profile_fields: [], visible_profile_notes: [] });
  const hidden = { id: other.memberId, age: null, gender: null, country: null, region: null, city: null };
  expect(await viewer.must('member', { query: { id: other.memberId } })).toMatchObject(hidden);
  const lists = {
    search: (await viewer.must('members', { query: { country: 'IE' } })).results,
    likes: (await viewer.must('likes')).liked_by,
    viewed: (await viewer.must('recentlyViewed')).profiles,
    chats: (await viewer.must('chats')).chats.map(({ profile }) => profile),
    chat: [(await viewer.must('chat', { query: { profile: other.memberId } })).profile],
    found: (await viewer.must('searchChats', { body: { text: 'Hi' } })).messages.map(
      ({ profile }) => profile,
    ),
  };
  for (const [list, cards] of Object.entries(lists))
    expect(
      cards.find(({ id }) => id === other.memberId),
      list,
    ).toMatchObject(hidden);
  expect((await other.must('user')).profile).toMatchObject({
    age: expect.any(Number),
    country: 'IE',
    city: 'Dublin',
  });
  await setSettings(app, shown);
});

test('returns a profile to a visitor, without likes, blocks or a conversation', async () => {
  const other = await plant(app, { country: 'BE' });
  expect(await app.visitor().must('member', { query: { id: other } })).toMatchObject({
    id: other,
    liked: false,
    likes_me: false,
    conversation: null,
  });
});

test('shows recently seen members as online without revealing the minute', async () => {
  const other = await plantWithBrowser(app, { country: 'BE' });
  await other.must('interests');
  await other.must('user');
  await expect
    .poll(() => viewer.must('member', { query: { id: other.memberId } }), { interval: 500 })
    .toMatchObject({ online: true, active_recently: 'today' });
  await app.shiftClock(3 * 86_400);
  expect(await viewer.must('member', { query: { id: other.memberId } })).toMatchObject({
    online: false,
    active_recently: 'this_week',
  });
});
