import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { itemAt, must } from '#contract/must.ts';
import { keepVoice } from '#server/voice/index.ts';
import { password, testApp, type Client } from '#support/app.ts';
import { hurryJobs } from '#support/job-queue.ts';
import { browserOf, plant } from '#support/members.ts';
import { recording, WAVEFORM } from '#support/recordings.ts';

const site = testApp();
let first: Client;
let second: Client;
let content: Buffer;

async function moderator(): Promise<Client> {
  const id = await plant(site);
  await sql`update members set roles = '{moderator}' where id = ${id}`.execute(site.db);
  return browserOf(site, id);
}

beforeAll(async () => {
  [first, second] = [await moderator(), await moderator()];
  content = await recording();
});

async function sent(by: Client) {
  const body = { client_id: randomUUID(), waveform: WAVEFORM };
  return must((await by.must('addVoiceIntro', { body, file: { content } })).next, 'introduction');
}
async function approved(by: Client) {
  const { id } = await sent(by);
  await first.must('decideVoiceIntro', { body: { id, approve: true } });
  return must((await by.must('voiceIntros')).current, 'approved introduction');
}
const shownTo = async (viewer: Client, owner: Client) =>
  (await viewer.must('member', { query: { id: owner.memberId } })).voice_intro?.id;
const statusOf = async (client: Client, address: string) => (await client.request('GET', address)).status;
const folders = () => Array.fromAsync(site.app.storage.folders());
const folderOf = async (id: number) =>
  (await site.db.selectFrom('voice_intros').where('id', '=', id).select('storage_key').executeTakeFirst())
    ?.storage_key;
const actsOn = async (object: number) => {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where object = ${String(object)} and action like 'voice_intro.%' order by id`.execute(
    site.db,
  );
  return rows.map(({ action }) => action);
};

test('tells the member of an approval, by mail and in the list of events', async () => {
  const anna = await site.as('approved');
  const { id } = await approved(anna);
  expect((await site.outbox(anna.email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Your voice introduction on .* is live$/),
  );
  const { events } = await anna.must('activity');
  expect(events.map(({ kind }) => kind)).toContain('voice_intro_approved');
  expect(await actsOn(id)).toContain('voice_intro.approve');
});

test('states the reasons for a refusal, and restores it after an appeal to another moderator', async () => {
  const [anna, bram] = [await site.as('anna'), await site.as('bram', { gender: 'male' })];
  const before = await approved(anna);
  const { id } = await sent(anna);
  for (let times = 0; times < 2; times++)
    await first.must('decideVoiceIntro', { body: { id, approve: false, reason: 'not_own' } });
  expect(await shownTo(bram, anna)).toBe(before.id);
  const [mail, ...others] = (await site.outbox(anna.email)).filter(({ links }) =>
    links.some((link) => link.includes('/appeal')),
  );
  expect(others, 'a repeat tells nothing again').toEqual([]);
  const { text, links } = must(mail, 'mail with the reasons');
  for (const words of ['seem to be your voice', 'We came across this ourselves', 'A person looked at it'])
    expect(text).toContain(words);
  const link = must(
    links.find((address) => address.includes('/appeal')),
    'link to appeal',
  );
  const token = must(new URL(link).searchParams.get('token'), 'token');
  await site.visitor().must('appeal', { body: { token, text: 'It is my voice' } });
  const waiting = itemAt((await second.must('adminAppeals')).appeals, -1);
  expect(waiting.voice_intro?.id).toBe(id);
  expect(await statusOf(second, must(waiting.voice_intro, 'recording').filename)).toBe(200);
  const reverse = { id: waiting.id, reverse: true, note: 'It is' };
  expect((await first.call('decideAppeal', { body: reverse })).body.error).toBe('own_decision');
  await second.must('decideAppeal', { body: reverse });
  expect(await shownTo(bram, anna)).toBe(id);
  expect((await anna.must('voiceIntros')).next).toBeNull();
});

test('one refused as under age holds the account, with the recording as evidence', async () => {
  const [anna, bram] = [await site.as('young'), await site.as('viewer', { gender: 'male' })];
  const { id } = await sent(anna);
  const folder = must(await folderOf(id), 'folder');
  await first.must('decideVoiceIntro', { body: { id, approve: false, reason: 'minor' } });
  expect((await bram.call('member', { query: { id: anna.memberId } })).status).toBe(404);
  const held = must(
    (await first.must('adminHeldAccounts')).accounts.find((account) => account.id === anna.memberId),
    'held account',
  );
  expect([held.reasons[0]?.reason, held.pictures]).toEqual(['minor_voice', []]);
  const evidence = itemAt(held.recordings, 0);
  expect([await statusOf(first, evidence), await statusOf(bram, evidence)]).toEqual([200, 404]);
  await anna.must('deleteVoiceIntro', { body: { id } });
  await site.runJobs();
  expect(await folders()).toContain(folder);
});

test('an approval after all releases the account', async () => {
  const anna = await site.as('older');
  const { id } = await sent(anna);
  await first.must('decideVoiceIntro', { body: { id, approve: false, reason: 'minor' } });
  await first.must('decideVoiceIntro', { body: { id, approve: true } });
  const { accounts } = await first.must('adminHeldAccounts');
  expect(accounts.map((account) => account.id)).not.toContain(anna.memberId);
});

test('a complaint names the recording and keeps it, and can have it removed', async () => {
  const [anna, bram, carl] = [
    await site.as('accused'),
    await site.as('reporter', { gender: 'male' }),
    await site.as('other', { gender: 'male' }),
  ];
  const { id } = await approved(anna);
  const folder = must(await folderOf(id), 'folder');
  const about = { category: 'harassment' as const, text: 'Listen to this' };
  const waiting = await sent(carl);
  for (const wrong of [
    { profile: carl.memberId, voice_intro: id },
    { profile: carl.memberId, voice_intro: waiting.id },
  ])
    expect((await bram.call('complaint', { body: { ...about, ...wrong } })).status).toBe(404);
  const { id: complaint } = await bram.must('complaint', {
    body: { ...about, profile: anna.memberId, voice_intro: id },
  });
  const file = await first.must('adminComplaint', { query: { id: complaint } });
  expect([file.can_remove, file.pictures, file.recordings.map(({ subject }) => subject)]).toEqual([
    true,
    [],
    [true],
  ]);
  const { filename } = itemAt(file.recordings, 0);
  expect([await statusOf(first, filename), await statusOf(bram, filename)]).toEqual([200, 404]);

  await second.must('decideComplaint', {
    body: {
      id: complaint,
      outcome: 'content_removed',
      ground: 'harassment',
      facts: 'Insults in the introduction',
    },
  });
  expect(await shownTo(carl, anna)).toBeUndefined();
  expect((await anna.must('voiceIntros')).next).toMatchObject({ id, status: 'refused' });
  await anna.must('deleteVoiceIntro', { body: { id } });
  await site.runJobs();
  expect(await folders()).toContain(folder);
  expect(await statusOf(first, filename)).toBe(200);
});

test('a complaint about a profile keeps its introduction', async () => {
  const [anna, bram] = [await site.as('profile'), await site.as('watcher', { gender: 'male' })];
  await approved(anna);
  const { id } = await bram.must('complaint', {
    body: { profile: anna.memberId, category: 'harassment', text: 'Look' },
  });
  const { recordings, can_remove } = await first.must('adminComplaint', { query: { id } });
  expect([recordings.map(({ subject }) => subject), can_remove]).toEqual([[false], false]);
});

test('deletes the file of an upload that was killed before writing its row', async () => {
  const folder = await keepVoice(site.app, { content });
  expect(await folders()).toContain(folder);
  await hurryJobs(site.db, 'check-photo-files');
  await site.runJobs();
  expect(await folders()).not.toContain(folder);
});

test('a purge deletes rows and files', async () => {
  const anna = await site.as('leaver');
  const ids = [(await approved(anna)).id, (await sent(anna)).id];
  const theirs = await Promise.all(ids.map(folderOf));
  await anna.must('deleteUser', { body: { reason: 'other', password } });
  await site.shiftClock(20 * 86_400);
  await site.app.jobs.add(site.db, 'account-purge');
  await site.runJobs();
  expect(await Promise.all(ids.map(folderOf))).toEqual([undefined, undefined]);
  const left = await folders();
  for (const folder of theirs) expect(left).not.toContain(folder);
});
