import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { poses, SELFIE_DAYS } from '#contract/rules/verification-rules.ts';
import { type Client, testApp } from '#support/app.ts';
import { browserOf, plant, setSettings } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

const site = testApp();
let moderator: Client;
let jpeg: Buffer;

beforeAll(async () => {
  const id = await plant(site);
  await sql`update members set roles = '{moderator}' where id = ${id}`.execute(site.db);
  moderator = await browserOf(site, id);
  jpeg = await picture(600, 800).jpeg().toBuffer();
});

let named = 0;
async function member(): Promise<Client> {
  const who = await site.as(`vera${++named}`);
  const { id } = await who.must('addPhoto', { file: { content: jpeg } });
  await moderator.must('decidePhoto', { body: { id, approve: true } });
  return who;
}
const send = (who: Client) => who.must('sendSelfie', { file: { content: jpeg } });
const waiting = async (who: Client) =>
  (await moderator.must('adminVerifications')).verifications.find((one) => one.member.id === who.memberId);
const folders = () => Array.fromAsync(site.app.storage.folders());
const keyOf = async (who: Client) =>
  (
    await sql<{
      storage_key: string | null;
    }>`select storage_key from verifications where member_id = ${who.memberId} order by id desc`.execute(
      site.db,
    )
  ).rows[0]?.storage_key;

test('draws a pose once, and accepts one selfie', async () => {
  const anna = await member();
  expect(await anna.must('verification')).toMatchObject({ state: 'none', pose: null, reason: null });
  const asked = await anna.must('beginVerification');
  expect(asked).toMatchObject({ state: 'asked', reason: null });
  expect(poses).toContain(asked.pose);
  for (let n = 0; n < 8; n++) expect((await anna.must('beginVerification')).pose).toBe(asked.pose);
  expect((await send(anna)).state).toBe('waiting');
  const key = await keyOf(anna);
  expect((await send(anna)).state, 'a repeat changes nothing').toBe('waiting');
  expect(await keyOf(anna)).toBe(key);
  expect((await anna.call('beginVerification')).body.error).toBe('conflict');
});

test('asks for the same pose after a request was withdrawn, until the pose expires', async () => {
  const una = await member();
  const { pose } = await una.must('beginVerification');
  // Both a request with a selfie and one without it can be withdrawn.
  for (let n = 0; n < 8; n++) {
    if (n === 4) await send(una);
    expect((await una.must('withdrawVerification')).state).toBe('none');
    expect((await una.call('sendSelfie', { file: { content: jpeg } })).body.error).toBe('conflict');
    expect((await una.must('beginVerification')).pose).toBe(pose);
  }
  await site.shiftClock(25 * 3600);
  expect((await una.must('verification')).state).toBe('none');
  expect((await una.must('beginVerification')).state).toBe('asked');
  await site.shiftClock(0);
});

test('keeps a moderator from deciding about a withdrawn selfie', async () => {
  const vita = await member();
  await vita.must('beginVerification');
  await send(vita);
  const { id } = (await waiting(vita))!;
  await vita.must('withdrawVerification');
  await vita.must('beginVerification');
  await send(vita);
  expect((await waiting(vita))!.id).not.toBe(id);
  expect((await moderator.call('decideVerification', { body: { id, verified: true } })).status).toBe(404);
  await vita.must('withdrawVerification');
  const { rows } = await sql<{
    id: number;
  }>`select id from verifications where member_id = ${vita.memberId}`.execute(site.db);
  expect(
    (await moderator.call('decideVerification', { body: { id: rows[0]!.id, verified: true } })).body.error,
  ).toBe('conflict');
});

test('refuses a selfie without a pose, and members without a photo for comparison', async () => {
  const bea = await site.as('bea');
  expect((await bea.call('sendSelfie', { file: { content: jpeg } })).body.error).toBe('conflict');
  expect((await bea.call('beginVerification')).body.error).toBe('verification_needs_photo');
});

test('lets a pose expire after a day', async () => {
  const cleo = await member();
  await cleo.must('beginVerification');
  await site.shiftClock(25 * 3600);
  expect((await cleo.must('verification')).state).toBe('none');
  expect((await cleo.call('sendSelfie', { file: { content: jpeg } })).body.error).toBe('conflict');
  expect((await cleo.must('beginVerification')).state).toBe('asked');
  await site.shiftClock(0);
});

test('shows a waiting selfie to moderators only; the decision deletes it, notifies the member and grants the badge', async () => {
  const dora = await member();
  const other = await site.as('emil', { gender: 'male' });
  await dora.must('beginVerification');
  await send(dora);
  const found = (await waiting(dora))!;
  expect(found.photos).toHaveLength(1);
  const support = await browserOf(site, await plant(site));
  await sql`update members set roles = '{support}' where id = ${support.memberId}`.execute(site.db);
  const statuses = [];
  for (const who of [moderator, dora, other, support, site.visitor()])
    statuses.push((await who.request('GET', found.selfie)).status);
  expect(statuses).toEqual([200, 404, 404, 404, 404]);
  const key = (await keyOf(dora))!;
  expect(await folders()).toContain(key);
  expect((await other.must('member', { query: { id: dora.memberId } })).verified).toBeUndefined();

  await moderator.must('decideVerification', { body: { id: found.id, verified: true } });
  expect((await dora.must('activity')).events.map(({ kind }) => kind)).toEqual([
    'verified',
    'photo_approved',
  ]);
  await moderator.must('decideVerification', { body: { id: found.id, verified: true } });
  expect(
    (await moderator.call('decideVerification', { body: { id: found.id, verified: false, reason: 'other' } }))
      .body.error,
  ).toBe('conflict');
  await site.runJobs();
  expect(await folders()).not.toContain(key);
  expect((await moderator.request('GET', found.selfie)).status).toBe(404);
  expect((await dora.must('verification')).state).toBe('verified');
  expect((await other.must('member', { query: { id: dora.memberId } })).verified).toBe(true);
  expect(
    (await site.outbox(dora.email)).filter(({ subject }) => subject?.startsWith("You're verified")),
  ).toHaveLength(1);
});

test('gives a reason for a refusal, and lets the member try again', async () => {
  const fay = await member();
  await fay.must('beginVerification');
  await send(fay);
  const { id } = (await waiting(fay))!;
  expect((await moderator.call('decideVerification', { body: { id, verified: false } })).status).toBe(422);
  await moderator.must('decideVerification', { body: { id, verified: false, reason: 'wrong_pose' } });
  expect(await fay.must('verification')).toMatchObject({
    state: 'refused',
    pose: null,
    reason: 'wrong_pose',
  });
  // The mail about the approved photo may arrive after it.
  const texts = (await site.outbox(fay.email)).map(({ text }) => text);
  expect(texts.join('\n')).toContain("The pose wasn't the one we asked for.");
  expect((await fay.must('beginVerification')).state).toBe('asked');
});

test('deletes the selfie when the request is withdrawn, and when the account is deleted', async () => {
  const [gaia, hope] = [await member(), await member()];
  const keys: string[] = [];
  for (const who of [gaia, hope]) {
    await who.must('beginVerification');
    await send(who);
    keys.push((await keyOf(who))!);
  }
  expect((await gaia.must('withdrawVerification')).state).toBe('none');
  expect(await waiting(gaia)).toBeUndefined();
  await hope.must('deleteUser', { body: { reason: 'other', password: 'een-lang-wachtwoord' } });
  expect(await waiting(hope), 'nobody looks at the selfie of somebody who leaves').toBeUndefined();
  await site.shiftClock(15 * 86_400);
  await site.app.jobs.add(site.db, 'account-purge');
  await site.runJobs();
  await site.shiftClock(0);
  const left = await folders();
  for (const key of keys) expect(left).not.toContain(key);
});

test('filters a search by verified members in every sort order, with ages, visible members only', async () => {
  const searcher = await site.as('searcher', {
    gender: 'male',
    city: 'Utrecht',
    region: 'Utrecht',
    lat: 52.09,
    lon: 5.12,
  } as never);
  const place = { country: 'NL', region: 'Utrecht', city: 'Utrecht', lat: 52.09, lon: 5.12 };
  const shown = await plant(site, place);
  const hidden = await plant(site, { ...place, invisible: true });
  await plant(site, place);
  const before = await searcher.must('members', {
    query: { gender: 'female', country: 'NL', verified: true },
  });
  await sql`update profiles set verified = true where id in (${shown}, ${hidden})`.execute(site.db);
  const known = new Set(before.results.map(({ id }) => id));
  for (const query of [
    {},
    { sort: 'active' },
    { sort: 'nearest' },
    { min_age: 30, max_age: 50 },
    { region: 'Utrecht' },
    { region: 'Utrecht', sort: 'active' },
  ]) {
    const { results } = await searcher.must('members', {
      query: { gender: 'female', country: 'NL', verified: true, ...query },
    });
    expect(
      results.every(({ verified }) => verified === true),
      JSON.stringify(query),
    ).toBe(true);
    expect(
      results.map(({ id }) => id).filter((id) => !known.has(id)),
      JSON.stringify(query),
    ).toEqual([shown]);
  }
  const { results: anywhere } = await searcher.must('members', {
    query: { verified: true, min_age: 20, max_age: 60 },
  });
  expect(anywhere.map(({ id }) => id)).toContain(shown);
});

test('removes the badge with a photo of somebody else, and restores both after a successful appeal', async () => {
  const ines = await member();
  await sql`update profiles set verified = true where id = ${ines.memberId}`.execute(site.db);
  const { id } = await ines.must('addPhoto', {
    file: { content: await picture(500, 700).jpeg().toBuffer() },
  });
  await moderator.must('decidePhoto', { body: { id, approve: false, reason: 'not_own' } });
  expect((await ines.must('verification')).state).not.toBe('verified');
  // Another operator finds that the photo shows the member after all.
  const [mail] = (await site.outbox(ines.email)).filter(({ links }) =>
    links.some((link) => link.includes('/appeal')),
  );
  const token = new URL(mail!.links.find((link) => link.includes('/appeal'))!).searchParams.get('token')!;
  await site.visitor().must('appeal', { body: { token, text: 'That is me.' } });
  const second = await browserOf(site, await plant(site));
  await sql`update members set roles = '{moderator}' where id = ${second.memberId}`.execute(site.db);
  const { appeals } = await second.must('adminAppeals');
  await second.must('decideAppeal', {
    body: {
      id: appeals.find(({ member: who }) => who?.id === ines.memberId)!.id,
      reverse: true,
      note: 'It is.',
    },
  });
  expect((await ines.must('verification')).state).toBe('verified');
});

test('deletes an undecided selfie after two weeks, notifies the member and allows another', async () => {
  const jo = await member();
  await jo.must('beginVerification');
  await send(jo);
  const key = (await keyOf(jo))!;
  const forget = async (days: number) => {
    await site.shiftClock(days * 86_400);
    // An operator's session lasts only hours, so the moderator logs in again.
    moderator = await browserOf(site, moderator.memberId);
    await site.app.jobs.add(site.db, 'forget-selfies');
    await site.runJobs();
  };
  await forget(SELFIE_DAYS - 0.1);
  expect(await waiting(jo)).toBeDefined();
  await forget(SELFIE_DAYS + 0.1);
  expect(await waiting(jo)).toBeUndefined();
  await site.runJobs();
  expect(await folders()).not.toContain(key);
  expect(await jo.must('verification')).toMatchObject({ state: 'refused', pose: null, reason: 'expired' });
  const told = (await site.outbox(jo.email)).filter(({ subject }) => subject?.startsWith('Your selfie'));
  expect(told).toHaveLength(1);
  expect(told[0]!.text).toContain(`within ${SELFIE_DAYS} days`);
  expect((await jo.must('beginVerification')).state).toBe('asked');
  await site.shiftClock(0);
});

async function verified(): Promise<Client> {
  const who = await member();
  await who.must('beginVerification');
  await send(who);
  await moderator.must('decideVerification', { body: { id: (await waiting(who))!.id, verified: true } });
  return who;
}

const hasBadge = async (who: Client) => (await who.must('verification')).state === 'verified';
const photosOf = async (who: Client) => (await who.must('user')).profile.photos.map(({ id }) => id);
const approve = (id: number) => moderator.must('decidePhoto', { body: { id, approve: true } });

test('ends the badge when others see a main photo that nobody compared, and says so', async () => {
  const ilse = await verified();
  expect(await ilse.must('verification')).toMatchObject({ state: 'verified', ends_with_photos: true });
  const [compared] = await photosOf(ilse);
  const { id: second } = await ilse.must('addPhoto', { file: { content: jpeg } });
  await approve(second);
  expect(await hasBadge(ilse), 'another photo beside the compared one').toBe(true);

  const { id: third } = await ilse.must('addPhoto', {
    file: { content: jpeg },
    body: { main: true } as never,
  });
  expect(await hasBadge(ilse), 'a main photo that nobody sees yet').toBe(true);
  await approve(third);
  expect(await hasBadge(ilse)).toBe(false);
  const { events } = await ilse.must('activity');
  expect(events.map(({ kind }) => kind)).toContain('badge_ended');

  await ilse.must('changePhoto', { body: { id: compared!, main: true } });
  expect(await hasBadge(ilse), 'the old photo does not bring it back').toBe(false);
  expect((await ilse.must('beginVerification')).state).toBe('asked');
});

test('ends the badge with the last public photo, and keeps it where the setting is off', async () => {
  const jana = await verified();
  const [only] = await photosOf(jana);
  await jana.must('deletePhoto', { body: { id: only! } });
  expect(await hasBadge(jana)).toBe(false);

  await setSettings(site, { badge_ends_with_photos: false });
  const kira = await verified();
  expect(await kira.must('verification')).not.toHaveProperty('ends_with_photos');
  const { id } = await kira.must('addPhoto', { file: { content: jpeg } });
  await approve(id);
  await kira.must('changePhoto', { body: { id, main: true } });
  expect(await hasBadge(kira)).toBe(true);
  await setSettings(site, { badge_ends_with_photos: true });
});

test("leaves a moderator's own selfie to a colleague", async () => {
  const vain = await member();
  await vain.must('beginVerification');
  await send(vain);
  const { id } = (await waiting(vain))!;
  await sql`update members set roles = '{moderator}' where id = ${vain.memberId}`.execute(site.db);
  const vainNow = await browserOf(site, vain.memberId);
  expect((await vainNow.must('adminVerifications')).verifications.map((one) => one.id)).not.toContain(id);
  const decided = (who: Client) => who.call('decideVerification', { body: { id, verified: true } });
  expect((await decided(vainNow)).body.error).toBe('own_decision');
  expect((await decided(moderator)).status).toBe(200);
});
