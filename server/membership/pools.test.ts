import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { password, testApp, type Client } from '#support/app.ts';
import { browserOf, plant, plantConversation, plantSite } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

// Three sites: liaison.example and sister.example share a pool, other.example has one of its own
// (docs/product.md 16.4).

const app = testApp({ PUBLIC_URL: 'https://liaison.example', LIMITS_SCALE: '1' });
const HOME = 'liaison.example';
const SISTER = 'sister.example';
const OTHER = 'other.example';

beforeAll(async () => {
  await plantSite(app, SISTER);
  await plantSite(app, OTHER, 'Other');
});

const at = (host: string): Client => {
  const client = app.visitor();
  client.host = host;
  return client;
};

/** The newest link of a mail to the address that contains `path`. */
async function linkTo(email: string, path: string): Promise<URL> {
  const links = (await app.outbox(email)).flatMap((mail) => mail.links);
  return new URL(links.find((link) => link.includes(path))!);
}
const tokenIn = (link: URL) => link.searchParams.get('token')!;

let people = 0;
async function join(
  host: string,
  {
    email = `person${++people}@example.test`,
    name = 'Somebody',
    gender = 'female' as 'male' | 'female',
  } = {},
): Promise<Client> {
  const client = at(host);
  client.email = email;
  const { id } = await client.must('signup', {
    body: {
      email,
      password,
      name,
      gender,
      gender_sought: gender === 'male' ? 'female' : 'male',
      date_of_birth: '1990-01-01',
      country: 'NL',
      city: 'Utrecht',
      region: 'Utrecht',
      language: 'en',
      intimate_consent: true,
    },
  });
  client.memberId = id;
  await client.must('activate', { body: { token: tokenIn(await linkTo(email, 'activate')) } });
  return client;
}

const search = { country: 'NL', gender: 'female' } as const;
const found = async (client: Client) => {
  const { results, num_results } = await client.must('members', { query: search });
  return { ids: results.map(({ id }) => id).sort(), count: num_results };
};

test('shares members between the sites of a pool, and shows none of them on the sites of another', async () => {
  const home = await join(HOME, { name: 'Home' });
  const sister = await join(SISTER, { name: 'Sister' });
  const other = await join(OTHER, { name: 'Other' });
  const shared = [home.memberId, sister.memberId].sort();
  for (const host of [HOME, SISTER]) expect(await found(at(host))).toEqual({ ids: shared, count: 2 });
  expect(await found(at(OTHER))).toEqual({ ids: [other.memberId], count: 1 });
  const man = await join(OTHER, { gender: 'male' });
  expect(await found(man)).toEqual({ ids: [other.memberId], count: 1 });
  expect(await found(await join(HOME, { gender: 'male' }))).toEqual({ ids: shared, count: 2 });
});

test('counts the matches of each pool apart, also once the counts are cached', async () => {
  const membersAt = { [HOME]: 26, [OTHER]: 29 };
  for (const [host, members] of Object.entries(membersAt))
    for (let i = 0; i < members; i++) await plant(app, { host, country: 'SE' });
  const women = { country: 'SE', gender: 'female' } as const;
  const countAt = async (host: string) => (await at(host).must('members', { query: women })).num_results;
  // Only lists longer than a page are counted, and their counts are cached.
  for (let turn = 0; turn < 2; turn++)
    for (const [host, members] of Object.entries(membersAt)) expect(await countAt(host)).toBe(members);
});

test.each([
  ['home to other', HOME, OTHER],
  ['other to home', OTHER, HOME],
])('answers for a member of another pool as for nobody, %s', async (_direction, from, to) => {
  const viewer = await join(from, { gender: 'male' });
  const hidden = await join(to, { name: 'Hidden' });
  const nobody = 999_999_999;
  const answersAbout = async (profile: number) => [
    (await viewer.call('member', { query: { id: profile } })).body,
    (await viewer.call('like', { body: { profile } })).body,
    (await viewer.call('swipeChoice', { body: { profile, like: true } })).body,
    (await viewer.call('block', { body: { profile } })).body,
    (await viewer.call('icebreakers', { query: { profile } })).body,
    (await viewer.call('chat', { query: { profile } })).body,
    (await viewer.call('send', { body: { profile, client_id: randomUUID(), text: 'Hi' } })).body,
    (await viewer.call('complaint', { body: { profile, category: 'spam', text: 'x' } })).body,
    (await at(from).call('member', { query: { id: profile } })).body,
  ];
  const asked = await answersAbout(hidden.memberId);
  expect(asked.every((body) => 'error' in body)).toBe(true);
  expect(asked).toEqual(await answersAbout(nobody));
});

test('keeps what a member of another pool did, if it ever came to be, out of lists, badges and chats', async () => {
  const viewer = await join(HOME, { gender: 'male' });
  const hidden = await join(OTHER, { name: 'Hidden' });
  await sql`insert into likes (liker_id, liked_id) values (${hidden.memberId}, ${viewer.memberId}), (${viewer.memberId}, ${hidden.memberId})`.execute(
    app.db,
  );
  await sql`insert into profile_views (member_id, profile_id) values (${viewer.memberId}, ${hidden.memberId})`.execute(
    app.db,
  );
  const conversation = await plantConversation(app, viewer.memberId, hidden.memberId);
  for (const type of ['received', 'sent', 'matches'] as const)
    expect(JSON.stringify(await viewer.must('likes', { query: { type } }))).not.toContain('Hidden');
  expect((await viewer.must('user')).new_likes).toBe(0);
  expect((await viewer.must('recentlyViewed')).profiles).toEqual([]);
  expect((await viewer.must('chats')).chats).toEqual([]);
  expect((await viewer.call('chat', { query: { conversation } })).status).toBe(404);
  const send = { conversation, client_id: randomUUID(), text: 'Hi' };
  expect((await viewer.call('send', { body: send })).status).toBe(404);
  expect((await viewer.call('autoLike')).status).toBe(404);
});

test('shows photos only on the sites of their pool', async () => {
  const owner = await join(OTHER);
  const photo = await owner.must('addPhoto', {
    file: { content: await picture(300, 400).jpeg().toBuffer(), name: 'me.jpg', type: 'image/jpeg' },
  });
  await sql`update photos set status = 'active' where id = ${photo.id}`.execute(app.db);
  const statusAt = async (client: Client) => (await client.request('GET', photo.filename!)).status;
  expect(await statusAt(at(OTHER))).toBe(200);
  expect(await statusAt(await join(OTHER))).toBe(200);
  for (const host of [HOME, SISTER]) expect(await statusAt(at(host))).toBe(404);
  expect(await statusAt(await join(HOME))).toBe(404);
});

test('takes one address for an account in each pool, with passwords, resets and changes of their own', async () => {
  const email = 'both@example.test';
  const home = await join(HOME, { email });
  const other = await join(OTHER, { email });
  expect(other.memberId).not.toBe(home.memberId);
  const logIn = async (host: string, secret: string) => {
    const client = at(host);
    const { status, body } = await client.call('login', { body: { email, password: secret } });
    return status === 200 ? body.id : status;
  };
  expect(await logIn(HOME, password)).toBe(home.memberId);
  expect(await logIn(SISTER, password)).toBe(home.memberId);
  expect(await logIn(OTHER, password)).toBe(other.memberId);

  await at(OTHER).must('resetPassword', { body: { email } });
  const link = await linkTo(email, '/reset-password/do');
  expect(link.hostname).toBe(OTHER);
  const changed = 'another long password 77';
  await at(OTHER).must('resetPassword', { body: { token: tokenIn(link), password: changed } });
  expect(await logIn(OTHER, changed)).toBe(other.memberId);
  expect(await logIn(OTHER, password)).toBe(401);
  expect(await logIn(HOME, changed)).toBe(401);
  expect(await logIn(HOME, password)).toBe(home.memberId);
});

test('does not lock a login because of wrong passwords in another pool', async () => {
  const email = 'locked@example.test';
  const home = await join(HOME, { email });
  await join(OTHER, { email });
  const wrong = { email, password: 'not the password' };
  for (let guess = 0; guess < 5; guess++) await at(OTHER).call('login', { body: wrong });
  expect((await at(OTHER).call('login', { body: wrong })).body.error).toBe('login_blocked');
  expect((await at(HOME).must('login', { body: { email, password } })).id).toBe(home.memberId);
});

test('does not find a member of another pool by the key under which the address is stored', async () => {
  const email = 'keyed@example.test';
  const other = await join(OTHER, { email });
  const { rows } = await sql<{
    key: string;
  }>`select email_key as key from members where id = ${other.memberId}`.execute(app.db);
  const { key } = rows[0]!;
  expect(key).not.toBe(email);
  expect((await at(HOME).call('login', { body: { email: key, password } })).status).toBe(401);
  const mails = (await app.outbox(email)).length;
  await at(HOME).call('resetPassword', { body: { email: key } });
  expect((await app.outbox(email)).length).toBe(mails);
});

test('says nothing about the address of a member of another pool, neither by reply nor by mail', async () => {
  const email = 'elsewhere@example.test';
  await join(OTHER, { email });
  const mails = async () => (await app.outbox(email)).map(({ subject }) => subject);
  const before = await mails();
  await at(HOME).call('resetPassword', { body: { email } });
  expect(await mails()).toEqual(before);
  const member = await join(HOME);
  await member.must('changeMail', { body: { email, password } });
  const link = await linkTo(email, 'mail-change');
  expect(link.hostname).toBe(HOME);
  expect(await mails()).toHaveLength(before.length + 1);
});

test('takes a way back in its own pool, although the former address belongs to somebody in another', async () => {
  const email = 'back@example.test';
  const home = await join(HOME, { email });
  await home.must('changeMail', { body: { email: 'thief@example.test', password } });
  const forward = await linkTo('thief@example.test', 'mail-change');
  await home.must('changeMail', { body: { token: tokenIn(forward) } });
  const token = tokenIn(await linkTo(email, 'mail-change'));
  const other = await join(OTHER, { email });
  expect((await at(HOME).call('changeMail', { body: { token } })).status).toBe(200);
  const addressOf = async (id: number) =>
    (await sql<{ email: string }>`select email from members where id = ${id}`.execute(app.db)).rows[0]!.email;
  expect(await addressOf(home.memberId)).toBe(email);
  expect(await addressOf(other.memberId)).toBe(email);
  expect((await at(OTHER).must('login', { body: { email, password } })).id).toBe(other.memberId);
});

test('counts a session only on the sites of its pool', async () => {
  const member = await join(OTHER);
  expect((await member.call('user')).status).toBe(200);
  for (const host of [HOME, SISTER]) {
    member.host = host;
    expect((await member.call('user')).body.error).toBe('authentication_required');
    expect((await member.call('settings')).body.name).not.toBe(`Site ${OTHER}`);
  }
  const home = await join(HOME);
  home.host = SISTER;
  expect((await home.call('user')).status).toBe(200);
  home.host = OTHER;
  expect((await home.call('user')).body.error).toBe('authentication_required');
});

test('counts an access token only on the sites of its pool', async () => {
  const owner = await join(HOME);
  const { token } = await owner.must('addToken', {
    body: { name: 'my script', days: 30, scopes: ['profile'], password },
  });
  const answerAt = async (host: string) => {
    const { status, body } = await at(host).call('user', { headers: { authorization: `Bearer ${token}` } });
    return status === 200 ? body.id : body.error;
  };
  expect(await answerAt(HOME)).toBe(owner.memberId);
  expect(await answerAt(SISTER)).toBe(owner.memberId);
  expect(await answerAt(OTHER)).toBe('token_invalid');
});

test('lets nothing move a member to another pool', async () => {
  const { memberId } = await join(OTHER);
  for (const table of ['members', 'profiles'])
    await expect(app.asOwner(`update ${table} set pool_id = 1 where id = ${memberId}`)).rejects.toThrow(
      'The pool of a member never changes.',
    );
});

test('does not extend a block to an account with the same address in another pool', async () => {
  const email = 'blocked@example.test';
  const anna = await join(HOME);
  const bram = await join(HOME, { email, gender: 'male' });
  await anna.must('block', { body: { profile: bram.memberId } });
  const again = await join(OTHER, { email, gender: 'male' });
  const { rows } = await sql`select from blocks where ${again.memberId} in (blocker_id, blocked_id)`.execute(
    app.db,
  );
  expect(rows).toEqual([]);
});

test('shows visitors of a page only the profiles of its pool, from the cache too', async () => {
  const hidden = await plant(app, { host: OTHER, country: 'FI', name: 'Aino' });
  const url = '/api/members.php?country=FI&gender=female';
  for (const [host, ids] of [
    [OTHER, [hidden]],
    [HOME, []],
    [OTHER, [hidden]],
    [HOME, []],
  ] as const) {
    const { body } = await at(host).request<{ results: { id: number }[] }>('GET', url);
    expect(body.results.map(({ id }) => id)).toEqual(ids);
  }
});

test('names the sites of the pool at signup and on the privacy page, in the language of the page', async () => {
  const sharedWith = async (host: string) => (await at(host).must('settings')).shared_with;
  expect(await sharedWith(HOME)).toEqual([`Site ${SISTER} (Company of ${SISTER})`]);
  expect(await sharedWith(SISTER)).toEqual([expect.stringContaining('Liaison')]);
  expect(await sharedWith(OTHER)).toEqual([]);
  const privacy = async (host: string, language: 'en' | 'nl') =>
    (await at(host).must('staticPage', { query: { token: 'privacy', language } })).html;
  expect(await privacy(HOME, 'en')).toContain(`Your profile is also shown on Site ${SISTER}`);
  expect(await privacy(HOME, 'nl')).toContain(`Je profiel is ook te zien op Site ${SISTER}`);
  expect(await privacy(OTHER, 'en')).not.toContain('also shown');
});

test('moves a site to a pool of its own, but no site that has members', async () => {
  const owner = await browserOf(app, await plant(app, { roles: ['owner'] }));
  owner.host = HOME;
  const save = (host: string, pool: number | null, aliases: string[] = []) =>
    owner.call('saveSite', { body: { host, company: 1, aliases, pool } });
  const poolOf = async (host: string) =>
    (await owner.must('adminSites')).sites.find((site) => site.host === host)!.pool;

  const empty = 'empty.example';
  expect((await owner.call('saveSite', { body: { host: empty, company: 1, aliases: [] } })).status).toBe(200);
  expect(await poolOf(empty)).toBe(1);
  for (let turn = 0; turn < 2; turn++) expect((await save(empty, null)).status).toBe(200);
  expect(await poolOf(empty)).toBeGreaterThan(1);
  expect((await save(empty, 30_000)).status).toBe(404);

  await join(SISTER);
  expect((await save(SISTER, null)).body.fields).toEqual({ pool: 'pool_has_members' });
  expect(await poolOf(SISTER)).toBe(1);
  // The former name of a site would otherwise bring its members to the default site's pool.
  const alias = 'alias.example';
  expect((await save(empty, await poolOf(empty), [alias])).status).toBe(200);
  await plant(app, { host: alias });
  expect((await save(empty, await poolOf(empty))).body.fields).toEqual({ pool: 'pool_has_members' });
});
