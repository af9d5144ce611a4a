import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RELAY_SDP, startCallSite, type CallSite } from '#support/calls/call-site.ts';
import type { Person } from '#support/chat-site.ts';

let site: CallSite;
beforeAll(async () => void (site = await startCallSite()));
afterEach(() => site.ledgerAddsUp());
afterAll(() => site.close());

const current = async (who: Person, id?: string) =>
  (await who.call('currentVideoCall', { query: id === undefined ? {} : { id } })).body.call;

const signal = (who: Person, id: string, sdp = RELAY_SDP, generation = 1) =>
  who.call('signalVideoCall', { body: { id, generation, sdp } });

const refusals: [string, number, (anna: Person, bram: Person) => Promise<unknown>][] = [
  ['video_calls_off', 403, () => site.setting({ video_calls: false })],
  ['video_call_too_soon', 403, () => site.setting({ video_call_after_messages: 3 })],
  ['blocked', 403, (anna, bram) => sql`insert into blocks values (${anna.id}, ${bram.id})`.execute(site.db)],
  [
    'blocked_by',
    403,
    (anna, bram) => sql`insert into blocks values (${bram.id}, ${anna.id})`.execute(site.db),
  ],
  [
    'account_held',
    403,
    ({ id }) => sql`update members set held_at = now() where id = ${id}`.execute(site.db),
  ],
  ['age_check_required', 403, () => site.setting({ age_assurance: { NL: 'before_contact' } })],
  [
    'not_found',
    404,
    (_anna, { id }) => sql`update members set status = 'banned' where id = ${id}`.execute(site.db),
  ],
  [
    'video_call_fictional',
    403,
    (_anna, { id }) => sql`update profiles set kind = 'fictional' where id = ${id}`.execute(site.db),
  ],
  [
    'contact_declined',
    403,
    (_anna, { id }) =>
      sql`update participants set request = 'declined' where member_id = ${id}`.execute(site.db),
  ],
  [
    'video_call_not_here',
    409,
    async (_anna, { id }) => {
      // What a process has noted and not yet written would make the member present again.
      await site.site.app.parts.presence.flush();
      await sql`update presence set last_active = app_now() - interval '1 hour' where member_id = ${id}`.execute(
        site.db,
      );
    },
  ],
  ['video_call_not_here', 409, (_anna, bram) => bram.call('changeUser', { body: { invisible: true } })],
  [
    'video_call_not_here',
    409,
    (_anna, bram) => bram.call('changeUser', { body: { refuses_video_calls: true } }),
  ],
  [
    'spending_paused',
    403,
    ({ id }) =>
      sql`update members set spending_paused_until = app_now() + interval '1 day' where id = ${id}`.execute(
        site.db,
      ),
  ],
  [
    'spending_cap',
    429,
    ({ id }) => sql`update members set spending_cap = 0 where id = ${id}`.execute(site.db),
  ],
  ['price_changed', 409, () => site.setting({ video_call_credits: 3 })],
];

test.each(refusals)('refuses a call: %s', async (code, status, make) => {
  const [anna, bram] = await site.pair();
  await make(anna, bram);
  await site.comeOnline(anna);
  const refused = await site.ring(anna, bram);
  expect([refused.status, refused.body.error]).toEqual([status, code]);
  const offer = (await anna.call('videoCallOffer', { query: { profile: bram.id } })).body;
  if (code !== 'price_changed') expect(offer).toMatchObject({ available: false, reason: code });
  expect(await current(bram)).toBeNull();
  await site.setting({
    video_calls: true,
    video_call_after_messages: 2,
    video_call_credits: 2,
    age_assurance: {},
  });
});

test('refuses a member without credits for a minute, oneself and somebody without a conversation', async () => {
  const [anna, bram] = await site.pair(1);
  const stranger = await site.person();
  expect((await site.ring(anna, bram)).body.error).toBe('video_call_credits');
  expect((await site.ring(anna, anna)).body.error).toBe('not_found');
  expect((await site.ring(anna, stranger)).body.error).toBe('video_call_too_soon');
  expect((await site.ring(anna, bram, { profile: 999_999 })).body.error).toBe('not_found');
});

test('rings for the other side until the answer, with relay servers only for those in the call', async () => {
  const [anna, bram] = await site.pair();
  const stream = await site.stream(bram);
  const [id, device] = [randomUUID(), randomUUID()];
  const [first, again] = [await site.ring(anna, bram, { id }), await site.ring(anna, bram, { id })];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toMatchObject({
    id,
    status: 'ringing',
    outgoing: true,
    profile: { id: bram.id },
    credits: 0,
  });
  const [server] = first.body.ice_servers;
  const password = createHmac('sha1', 'a secret of the TURN server')
    .update(server?.username ?? '')
    .digest('base64');
  expect(server).toMatchObject({ credential: password, username: expect.stringMatching(`^\\d{10}:${id}$`) });
  expect(await stream.next('video_call')).toMatchObject({ data: { id } });
  expect(await current(bram)).toMatchObject({ id, status: 'ringing', outgoing: false, ice_servers: [] });
  expect((await site.ring(bram, anna, { id })).body.error).toBe('conflict');

  const carla = await site.person();
  for (const answer of [
    await site.accept(anna, id),
    await site.accept(carla, id),
    await site.keep(carla, id),
  ])
    expect(answer.body.error).toBe('not_found');
  expect(await current(carla, id)).toBeNull();
  const accepted = await site.accept(bram, id, device);
  expect(accepted.body).toMatchObject({ status: 'connecting', device, ice_servers: [server] });
  expect((await site.accept(bram, id, device)).body.status).toBe('connecting');
  expect((await site.accept(bram, id)).body.error).toBe('conflict');
  expect((await site.keep(anna, id)).body.status).toBe('connecting');
  expect((await site.keep(bram, id)).body).toMatchObject({ status: 'active', free_seconds: 60 });
  expect((await anna.call('endVideoCall', { body: { id } })).body.ended).toBe('hung_up');
  expect(await current(bram)).toBeNull();
  expect(await current(bram, id)).toMatchObject({ status: 'ended', ended: 'hung_up' });
  stream.close();
});

test('ends as declined, cancelled or missed without a charge, and asks for rest after three', async () => {
  const [anna, bram] = await site.pair();
  const first = (await site.ring(anna, bram)).body.id;
  const declined = await bram.call('answerVideoCall', {
    body: { id: first, device: randomUUID(), accept: false },
  });
  expect(declined.body.ended).toBe('declined');
  expect((await site.accept(bram, first)).body).toMatchObject({ status: 'ended', ended: 'declined' });
  const soon = await site.ring(anna, bram);
  expect([soon.body.error, Number(soon.headers['retry-after'])]).toEqual(['too_many_requests', 30]);
  await site.wait(31);
  const second = (await site.ring(anna, bram)).body.id;
  expect((await anna.call('endVideoCall', { body: { id: second } })).body.ended).toBe('cancelled');
  await site.wait(31);
  const third = (await site.ring(anna, bram)).body.id;
  await site.wait(30);
  expect(await current(bram)).toMatchObject({ id: third, status: 'ringing' });
  await site.wait(11);
  expect(await current(bram)).toBeNull();
  expect((await site.accept(bram, third)).body).toMatchObject({ status: 'ended', ended: 'missed' });
  await site.wait(60);
  await site.comeOnline(anna, bram);
  expect((await site.ring(anna, bram)).body).toMatchObject({ error: 'video_call_declined_often' });
  expect((await site.ring(bram, anna)).body.error).toBe('video_call_credits');
  expect(await site.credits(anna)).toBe(20);
});

test('an unanswered call is ended by its job, and by the cron after a crash', async () => {
  const [anna, bram] = await site.pair();
  const { id } = (await site.ring(anna, bram)).body;
  await site.wait(41);
  await sql`select graphile_worker.add_job('miss-video-call', ${JSON.stringify({ call: id })}::json)`.execute(
    site.db,
  );
  await site.runDueJobs();
  const ended = async (call: string) =>
    (await sql<{ ended: string | null }>`select ended from video_calls where id = ${call}`.execute(site.db))
      .rows;
  expect(await ended(id)).toEqual([{ ended: 'missed' }]);
  const talk = await site.talk(anna, bram);
  await site.wait(61);
  await sql`select graphile_worker.add_job('end-stale-calls')`.execute(site.db);
  await site.runDueJobs();
  expect(await ended(talk)).toEqual([{ ended: 'failed' }]);
});

test('fails if the sides do not connect within 30 seconds', async () => {
  const [anna, bram] = await site.pair();
  const { id } = (await site.ring(anna, bram)).body;
  await site.accept(bram, id);
  await site.keep(anna, id);
  await site.wait(20);
  expect((await site.keep(bram, id, { connected: false })).body.status).toBe('connecting');
  await site.wait(11);
  expect((await site.keep(bram, id)).body).toMatchObject({ ended: 'failed', credits: 0, started_at: null });
});

test('a member is in one call at a time, whoever calls', async () => {
  const [anna, bram] = await site.pair();
  const [carla, dirk] = await site.pair();
  await sql`update members set free_messages_used = 0 where id = ${bram.id}`.execute(site.db);
  for (const text of ['one', 'two']) {
    await carla.say(bram, text);
    await bram.say(carla, text);
  }
  const { id } = (await site.ring(anna, bram)).body;
  await site.comeOnline(anna, bram, carla, dirk);
  expect((await site.ring(carla, bram)).body.error).toBe('video_call_busy');
  expect((await site.ring(anna, bram)).body.error).toBe('video_call_busy');
  await anna.call('endVideoCall', { body: { id } });
  await site.wait(31);
  await site.comeOnline(anna, bram, carla);
  const both = await Promise.all([site.ring(anna, bram), site.ring(carla, bram)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('passes on session descriptions by generation, and deletes them at the end', async () => {
  const [anna, bram] = await site.pair();
  const { id } = (await site.ring(anna, bram)).body;
  expect((await signal(bram, id)).body.error).toBe('conflict');
  expect((await signal(anna, id)).status).toBe(200);
  expect((await current(bram))?.sdp).toBeNull();
  expect((await site.accept(bram, id)).body.sdp).toBe(RELAY_SDP);
  const answer = RELAY_SDP.replaceAll('192.0.2.7', '192.0.2.8');
  await signal(bram, id, answer);
  expect((await current(anna))?.sdp).toBe(answer);
  expect((await signal(bram, id, answer, 2)).body.error).toBe('conflict');
  expect((await signal(anna, id, RELAY_SDP, 3)).body.error).toBe('conflict');
  expect((await signal(anna, id, RELAY_SDP, 2)).body).toMatchObject({ generation: 2, sdp: null });
  expect((await signal(bram, id, answer, 1)).body.error).toBe('conflict');
  expect((await signal(bram, id, answer, 2)).body.sdp).toBe(RELAY_SDP);
  await bram.call('endVideoCall', { body: { id } });
  expect((await signal(anna, id, RELAY_SDP, 2)).body).toMatchObject({ status: 'ended', sdp: null });
  const { rows } =
    await sql`select from video_calls where caller_sdp is not null or callee_sdp is not null`.execute(
      site.db,
    );
  expect(rows).toEqual([]);
});

const candidate = (text: string) => `${RELAY_SDP}a=candidate:2 1 udp 41885695 ${text}\r\n`;

test.each([
  ['a host candidate', candidate('192.168.1.7 50000 typ host')],
  ['a host candidate by its hidden name', candidate('3f1d.local 50000 typ host')],
  ['a reflexive candidate', candidate('198.51.100.4 50000 typ srflx raddr 0.0.0.0 rport 0')],
  [
    'a relay that names the address behind it',
    candidate('192.0.2.7 50000 typ relay raddr 198.51.100.4 rport 9'),
  ],
  ['a candidate without a type', candidate('192.0.2.7 50000')],
  ['a candidate in other letters', candidate('198.51.100.4 50000 TYP HOST').replace('a=cand', 'A=CAND')],
  ['two types', candidate('192.0.2.7 50000 typ relay typ host')],
  ['an address as the connection', RELAY_SDP.replace('c=IN IP4 192.0.2.7', 'c=IN IP4 198.51.100.4')],
  ['an address as the origin', RELAY_SDP.replace('IP4 127.0.0.1', 'IP4 198.51.100.4')],
  ['no description', 'hello'],
  ['more than 20,000 characters', RELAY_SDP + 'a=x\r\n'.repeat(5000)],
])('refuses a session description with %s', async (_what, sdp) => {
  const [anna, bram] = await site.pair();
  const { id } = (await site.ring(anna, bram)).body;
  const refused = await signal(anna, id, sdp);
  expect([refused.status, refused.body.error]).toEqual([400, 'bad_request']);
  await site.accept(bram, id);
  expect((await current(bram))?.sdp).toBeNull();
});

test('shows a side only what the other decided about its picture', async () => {
  const [anna, bram] = await site.pair();
  const id = await site.talk(anna, bram);
  expect((await site.keep(anna, id, { clear: true })).body).toMatchObject({
    clear: true,
    other_clear: false,
  });
  expect((await site.keep(bram, id)).body).toMatchObject({ clear: false, other_clear: true });
  expect((await site.keep(anna, id)).body.clear).toBe(false);
});

test('extends a call once for each end that the inviter saw, and ends it on time', async () => {
  const [anna, bram] = await site.pair(100);
  await site.setting({ video_call_minutes: 1 });
  const id = await site.talk(anna, bram);
  const { ends_at } = (await site.keep(anna, id)).body;
  const extend = (who: Person, end: string | null) =>
    who.call('extendVideoCall', { body: { id, ends_at: end ?? '' } });
  expect((await extend(bram, ends_at)).body.error).toBe('not_found');
  const later = new Date(Date.parse(ends_at ?? '') + 60_000).toISOString();
  for (const answer of [await extend(anna, ends_at), await extend(anna, ends_at)])
    expect(answer.body.ends_at).toBe(later);
  expect((await extend(anna, new Date(Date.now() + 9e9).toISOString())).body.error).toBe('conflict');
  expect((await extend(anna, 'soon')).status).toBe(400);
  await site.stay([anna, bram], id, 100);
  expect((await site.keep(bram, id)).body.status).toBe('active');
  await site.stay([anna, bram], id, 20);
  expect((await site.keep(bram, id)).body).toMatchObject({ ended: 'time_up', credits: 2 });
  await site.setting({ video_call_minutes: 10 });
});

test('ends at once with a block, and at the next heartbeat when the other is banned', async () => {
  const [anna, bram] = await site.pair();
  const stream = await site.stream(anna);
  const id = await site.talk(anna, bram);
  const before = stream.events.filter(({ name }) => name === 'video_call').length;
  await bram.call('block', { body: { profile: anna.id } });
  expect(await current(anna, id)).toMatchObject({ status: 'ended', ended: 'blocked' });
  await expect
    .poll(() => stream.events.filter(({ name }) => name === 'video_call').length)
    .toBeGreaterThan(before);
  stream.close();

  const [carla, dirk] = await site.pair();
  const other = await site.talk(carla, dirk);
  await sql`update members set status = 'banned' where id = ${dirk.id}`.execute(site.db);
  expect((await site.keep(carla, other)).body).toMatchObject({ status: 'ended', ended: 'blocked' });
});

test('answers malformed requests with 4xx', async () => {
  const [anna, bram] = await site.pair();
  const id = await site.talk(anna, bram);
  const bodies: unknown[] = [{}, { id: 'x' }, { id: null }, { id: [id] }, { id, connected: 'yes', clear: 1 }];
  const calls = [
    'startVideoCall',
    'answerVideoCall',
    'signalVideoCall',
    'keepVideoCall',
    'extendVideoCall',
  ] as const;
  for (const name of calls)
    for (const body of bodies) {
      const { status } = await anna.call(name, { body: body as never });
      expect([name, JSON.stringify(body), status]).toEqual([name, JSON.stringify(body), 400]);
    }
  expect((await anna.call('endVideoCall', { body: { id: 'x' } })).status).toBe(400);
  expect((await anna.call('endVideoCall', { body: { id: randomUUID() } })).status).toBe(404);
  expect((await anna.call('currentVideoCall', { query: { id: "'" } })).status).toBe(400);
  expect((await anna.call('videoCallOffer', { query: { profile: 'x' } })).status).toBe(400);
  expect((await site.ring(anna, bram, { price: -1 })).status).toBe(400);
  expect((await site.ring(anna, bram, { profile: 2 ** 60 })).status).toBe(400);
  await anna.call('endVideoCall', { body: { id } });
});
