import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onlookers, type Onlooker } from '#contract/lists/onlookers.ts';
import { testApp, type Client } from '#support/app.ts';
import { plantWithBrowser, type PlantOptions } from '#support/members.ts';

const app = testApp();

const owners: Record<string, PlantOptions> = {
  active: { city: 'Gent', interests: ['hiking'] },
  invisible: { invisible: true },
  incognito: { incognito: true },
};

/** A real viewer of each kind, who has no place, so that no distance is shown. */
const viewerAs: Record<Onlooker, (owner: Client) => Promise<Client>> = {
  visitor: async () => app.visitor(),
  free: () => plantWithBrowser(app),
  premium: () => plantWithBrowser(app, { premium: true }),
  async blocked(owner) {
    const viewer = await plantWithBrowser(app);
    await sql`insert into blocks (blocker_id, blocked_id) values (${owner.memberId}, ${viewer.memberId})`.execute(
      app.db,
    );
    return viewer;
  },
  async incognito(owner) {
    await sql`update profiles set invisible = true, incognito = true where id = ${owner.memberId}`.execute(
      app.db,
    );
    return plantWithBrowser(app);
  },
};

async function plantOwner(options: PlantOptions): Promise<Client> {
  const owner = await plantWithBrowser(app, options);
  await sql`
    with added as (
      insert into photos (member_id, storage_key, width, height, status, private, on_request)
      select ${owner.memberId}, 'nowhere', 100, 100, 'active', kind <> 'public', kind = 'on request'
      from unnest(array['public', 'public', 'premium', 'on request']) kind returning id, private
    ) update profiles set main_photo_id = (select min(id) from added where not private), hidden_fields = '{smoking}', smoking = 'no', hair_color = 'red'
      where id = ${owner.memberId}`.execute(app.db);
  return owner;
}

test.each(Object.keys(owners).flatMap((state) => onlookers.map((as) => [state, as] as const)))(
  'shows the profile of an %s member as a real viewer gets it: %s',
  async (state, as) => {
    const owner = await plantOwner(owners[state] ?? {});
    const { seen, listed, profile } = await owner.must('profileAs', { query: { as } });
    const viewer = await viewerAs[as](owner);
    const { status, body } = await viewer.call('member', { query: { id: owner.memberId } });
    const found = (await viewer.must('members', { query: { gender: 'female', country: 'NL' } })).results;
    expect(seen).toBe({ 200: 'visible', 403: 'blocked_by', 404: 'hidden' }[status]);
    expect(listed).toBe(found.some(({ id }) => id === owner.memberId));
    if (status !== 200) return expect(profile).toBeNull();
    // What lies between the two members is no part of the profile.
    const { related: _, liked, likes_me, blocked, dismissed = false, conversation, ...shown } = body;
    expect({ liked, likes_me, blocked, dismissed, conversation }).toEqual({
      liked: false,
      likes_me: false,
      blocked: false,
      dismissed: false,
      conversation: null,
    });
    expect({ ...profile, liked: undefined }).toEqual({ ...shown, liked: undefined });
  },
);

test('does not count as a visit, and needs a session', async () => {
  const owner = await plantOwner({});
  await owner.must('profileAs', { query: { as: 'free' } });
  expect((await owner.must('recentlyViewed')).profiles).toEqual([]);
  expect((await app.visitor().call('profileAs', { query: { as: 'free' } })).status).toBe(403);
});
