import { randomUUID } from 'node:crypto';
import { FSDriver } from 'flydrive/drivers/fs';
import { sql } from 'kysely';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#contract/must.ts';
import type { OwnVoiceIntros } from '#contract/voice/calls.ts';
import { exportFilesOf } from '#server/membership/export/export-files.ts';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';
import { recording, WAVEFORM, type RecordingOptions } from '#support/recordings.ts';

let site: ChatSite;
let moderator: Person;
beforeAll(async () => {
  site = await startChatSite();
  moderator = await site.person();
  await sql`update members set roles = '{moderator}' where id = ${moderator.id}`.execute(site.db);
});
afterAll(() => site.close());

const upload = (who: Person, content: Buffer, more: Record<string, unknown> = {}) =>
  who.call('addVoiceIntro', {
    body: { client_id: randomUUID(), waveform: WAVEFORM, ...more },
    file: { content },
  });
const decide = (id: number, decision: Record<string, unknown> = { approve: true }, by = moderator) =>
  by.call('decideVoiceIntro', { body: { id, ...decision } });
const load = (who: Person | null, address: string) =>
  fetch(site.origin + address, { headers: who ? { cookie: who.cookie } : {} });
const heardBy = async (who: Person | null, address: string) => (await load(who, address)).status === 200;
const profileFor = async (who: Person, owner: Person) =>
  (await who.call('member', { query: { id: owner.id } })).body;
const folders = async () => (await Array.fromAsync(site.site.app.storage.folders())).sort();
const nextOf = ({ next }: OwnVoiceIntros) => must(next, 'waiting introduction');
const rowsOf = (who: Person) =>
  site.db.selectFrom('voice_intros').where('member_id', '=', who.id).selectAll().orderBy('id').execute();

async function approved(who: Person) {
  const { body } = await upload(who, await recording());
  const { id } = nextOf(body);
  expect((await decide(id)).status).toBe(200);
  return must((await who.call('voiceIntros')).body.current, 'approved introduction');
}

test.each<[string, RecordingOptions]>([
  ['Opus in WebM', {}],
  ['Opus in Ogg', { container: 'ogg' }],
  ['AAC in MP4 of 30 seconds', { container: 'mp4', codec: 'aac', seconds: 30 }],
])('others hear %s once a moderator has approved it', async (_, options) => {
  const [anna, bram] = [await site.person(), await site.person()];
  const sent = await upload(anna, await recording({ ...options, title: 'Anna at home' }));
  expect(sent.status).toBe(201);
  const { id, filename, status } = nextOf(sent.body);
  expect([status, sent.body.current, (await profileFor(bram, anna)).voice_intro]).toEqual([
    'inspecting',
    null,
    undefined,
  ]);
  expect([
    await heardBy(anna, filename),
    await heardBy(bram, filename),
    await heardBy(null, filename),
  ]).toEqual([true, false, false]);
  const { intros } = (await moderator.call('adminVoiceIntros')).body;
  const waiting = must(
    intros.find((intro) => intro.id === id),
    'queue entry',
  );
  expect([waiting.member.id, await heardBy(moderator, waiting.filename)]).toEqual([anna.id, true]);

  expect((await decide(id)).status).toBe(200);
  const heard = must((await profileFor(bram, anna)).voice_intro, 'introduction on the profile');
  expect(heard).toMatchObject({ id, waveform: WAVEFORM });
  const response = await load(bram, heard.filename);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mp4']);
  const file = new Uint8Array(await response.arrayBuffer());
  const input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS });
  expect((await input.getFormat()).name).toBe('MP4');
  expect(Buffer.from(file).includes('Anna at home')).toBe(false);
  expect((await profileFor(anna, anna)).voice_intro?.id).toBe(id);
});

test.each<[string, () => Promise<Buffer>, number, string]>([
  ['silence', () => recording({ bytes: 3 }), 422, 'voice_silent'],
  ['a touch of the button', () => recording({ seconds: 0.2 }), 422, 'voice_silent'],
  ['31 seconds', () => recording({ seconds: 31 }), 422, 'voice_intro_too_long'],
  ['a video', () => recording({ video: true }), 422, 'voice_damaged'],
  ['another codec', () => recording({ container: 'mp4', codec: 'mp3' }), 422, 'voice_damaged'],
  ['another container', async () => Buffer.from('RIFF0000WAVEfmt '), 422, 'voice_damaged'],
  ['an empty file', async () => Buffer.alloc(0), 422, 'voice_damaged'],
  ['more than 1 MB', async () => Buffer.alloc(1024 * 1024 + 1), 413, 'voice_too_large'],
  ['50 MB', async () => Buffer.alloc(50 * 1024 * 1024), 413, 'too_large'],
])('refuses %s and stores nothing', async (_, content, status, code) => {
  const anna = await site.person();
  const before = await folders();
  const answer = await upload(anna, await content());
  expect([answer.status, answer.body]).toMatchObject([status, { error: code }]);
  expect([await rowsOf(anna), await folders()]).toEqual([[], before]);
});

test('refuses a wrong waveform, a wrong client id and a call without file or session', async () => {
  const anna = await site.person();
  const content = await recording();
  expect((await upload(anna, content, { waveform: 'loud' })).status).toBe(400);
  expect((await upload(anna, content, { client_id: 'one' })).status).toBe(400);
  expect(
    (await anna.call('addVoiceIntro', { body: { client_id: randomUUID(), waveform: WAVEFORM } })).status,
  ).toBe(400);
  expect((await fetch(`${site.origin}/api/voice-intro.php`)).status).toBe(403);
  expect(await rowsOf(anna)).toEqual([]);
});

test('stores a repeated upload once, also at the same time', async () => {
  const anna = await site.person();
  const client_id = randomUUID();
  const content = await recording();
  const answers = await Promise.all([1, 2].map(() => upload(anna, content, { client_id })));
  const third = await upload(anna, content, { client_id: client_id.toUpperCase() });
  expect([...answers, third].map(({ status }) => status)).toEqual([201, 201, 201]);
  const rows = await rowsOf(anna);
  expect(rows).toHaveLength(1);
  await site.runDueJobs();
  expect(await folders()).toContain(must(rows[0], 'row').storage_key);
});

test('keeps the approved one until the next is approved, and deletes the files of what is replaced', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const first = await approved(anna);
  const second = nextOf((await upload(anna, await recording({ seconds: 4 }))).body);
  const third = nextOf((await upload(anna, await recording({ seconds: 5 }))).body);
  expect((await decide(second.id)).status).toBe(404);
  expect((await profileFor(bram, anna)).voice_intro?.id).toBe(first.id);
  const { intros } = (await moderator.call('adminVoiceIntros')).body;
  expect(intros.find(({ id }) => id === third.id)?.replaces).toBe(true);
  await decide(third.id);
  expect((await profileFor(bram, anna)).voice_intro?.id).toBe(third.id);
  expect(await heardBy(bram, first.filename)).toBe(false);
  const rows = await rowsOf(anna);
  expect(rows.map(({ id }) => id)).toEqual([third.id]);
  await site.runDueJobs();
  const kept = new Set(
    (await site.db.selectFrom('voice_intros').select('storage_key').execute()).map((row) => row.storage_key),
  );
  expect((await folders()).filter((folder) => !kept.has(folder))).toEqual([]);
  expect(await heardBy(bram, must((await profileFor(bram, anna)).voice_intro, 'introduction').filename)).toBe(
    true,
  );
});

test('a refusal tells the member why, leaves the approved one, and can be changed by its moderator only', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const first = await approved(anna);
  const { id, filename } = nextOf((await upload(anna, await recording())).body);
  for (let times = 0; times < 2; times++)
    expect((await decide(id, { approve: false, reason: 'contact_details' })).status).toBe(200);
  expect((await anna.call('voiceIntros')).body).toMatchObject({
    current: { id: first.id },
    next: { id, status: 'refused', refusal_reason: 'contact_details' },
  });
  expect((await profileFor(bram, anna)).voice_intro?.id).toBe(first.id);
  expect([await heardBy(bram, filename), await heardBy(anna, filename)]).toEqual([false, true]);
  const colleague = await site.person();
  await sql`update members set roles = '{moderator}' where id = ${colleague.id}`.execute(site.db);
  expect((await decide(id, { approve: true }, colleague)).status).toBe(409);
  expect((await decide(id)).status).toBe(200);
  expect((await anna.call('voiceIntros')).body).toMatchObject({ current: { id }, next: null });
});

test('moderators cannot decide about their own, and members about none', async () => {
  const anna = await site.person();
  const own = nextOf((await upload(moderator, await recording())).body);
  expect((await decide(own.id)).body).toMatchObject({ error: 'own_decision' });
  const { intros } = (await moderator.call('adminVoiceIntros')).body;
  expect(intros.map(({ id }) => id)).not.toContain(own.id);
  expect((await decide(own.id, { approve: true }, anna)).status).toBe(404);
  await moderator.call('deleteVoiceIntro', { body: { id: own.id } });
});

test('members delete only their own, and a repeat changes nothing', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const { id, filename } = await approved(anna);
  const folder = must((await rowsOf(anna))[0], 'row').storage_key;
  await bram.call('deleteVoiceIntro', { body: { id } });
  expect(await heardBy(bram, filename)).toBe(true);
  for (let times = 0; times < 2; times++)
    expect((await anna.call('deleteVoiceIntro', { body: { id } })).body).toEqual({
      current: null,
      next: null,
    });
  expect([(await profileFor(bram, anna)).voice_intro, await heardBy(bram, filename)]).toEqual([
    undefined,
    false,
  ]);
  await site.runDueJobs();
  expect(await folders()).not.toContain(folder);
});

test('nobody hears it at a wrong address, or of a profile that they may not see', async () => {
  const [anna, bram, carl] = [await site.person(), await site.person(), await site.person()];
  const { id, filename } = await approved(anna);
  const other = await approved(carl);
  expect(await heardBy(bram, filename)).toBe(true);
  const signature = filename.slice(filename.indexOf('?'));
  for (const address of [
    `/voice-intros/${id}`,
    `/voice-intros/${id}?s=forged`,
    `/voice-intros/${other.id}${signature}`,
    `/voice-intros/x${signature}`,
    filename.replace('/voice-intros/', '/chat-voices/'),
  ])
    expect((await load(bram, address)).status, address).toBe(404);
  expect(await heardBy(null, filename)).toBe(false);
  const visited = await (await fetch(`${site.origin}/api/member.php?id=${anna.id}`)).json();
  expect([visited.id, visited.voice_intro]).toEqual([anna.id, undefined]);

  await anna.call('block', { body: { profile: bram.id } });
  expect([(await load(bram, filename)).status, await heardBy(carl, filename)]).toEqual([404, true]);
  await anna.call('unblock', { body: { profile: bram.id } });
  for (const hide of [
    sql`update profiles set status = 'disabled' where id = ${anna.id}`,
    sql`update profiles set status = 'active', invisible = true where id = ${anna.id}`,
  ]) {
    await hide.execute(site.db);
    expect([await heardBy(bram, filename), await heardBy(anna, filename)]).toEqual([false, true]);
  }
});

test('fictional profiles have none, whatever is stored', async () => {
  const bram = await site.person();
  const robot = await site.person({ kind: 'fictional' });
  await sql`
    insert into voice_intros (member_id, client_id, storage_key, duration_ms, waveform, status)
    values (${robot.id}, ${randomUUID()}, 'a/b', 1000, ${WAVEFORM}, 'active')`.execute(site.db);
  expect((await profileFor(bram, robot)).voice_intro).toBeUndefined();
  await sql`delete from voice_intros where member_id = ${robot.id}`.execute(site.db);
});

test('a site can switch them off: nothing is accepted, shown or played, and members can still delete', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const { id, filename } = await approved(anna);
  await site.setting({ voice_intros: false });
  try {
    expect((await anna.call('settings')).body.voice_intros).toBe(false);
    for (const { status, body } of [await anna.call('voiceIntros'), await upload(anna, await recording())])
      expect([status, body]).toMatchObject([403, { error: 'voice_intros_off' }]);
    expect((await profileFor(bram, anna)).voice_intro).toBeUndefined();
    expect([await heardBy(bram, filename), await heardBy(anna, filename)]).toEqual([false, false]);
    expect((await anna.call('deleteVoiceIntro', { body: { id } })).status).toBe(200);
    expect(await rowsOf(anna)).toEqual([]);
  } finally {
    await site.setting({ voice_intros: true });
  }
});

test('answers 507 on a full disk, and leaves neither row nor file', async () => {
  const anna = await site.person();
  const before = await folders();
  const { put } = FSDriver.prototype;
  FSDriver.prototype.put = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  try {
    expect((await upload(anna, await recording())).body).toMatchObject({ error: 'storage_full' });
  } finally {
    FSDriver.prototype.put = put;
  }
  expect([await rowsOf(anna), await folders()]).toEqual([[], before]);
});

test('a member’s export has their recordings', async () => {
  const anna = await site.person();
  const { id } = await approved(anna);
  const files = await exportFilesOf(site.site.app, anna.id);
  const names = files.map(({ name }) => name);
  expect(names).toContain(`voice_introductions/${id}.mp4`);
  const rows = must(
    files.find(({ name }) => name === 'voice_introductions.json'),
    'rows of introductions',
  );
  expect(String(Buffer.from(await rows.content()))).not.toContain('decided_by');
});
