import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Client, password, testApp } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

// A picture or text that is removed because somebody seems to be under age holds the account (docs/product.md 12.16).

const site = testApp();
const DAY = 86_400;
let moderator: Client;
let colleague: Client;
let jpeg: Buffer;

beforeAll(async () => {
  const employ = async () => {
    const id = await plant(site);
    await sql`update members set roles = '{moderator}' where id = ${id}`.execute(site.db);
    return browserOf(site, id);
  };
  [moderator, colleague] = [await employ(), await employ()];
  jpeg = await picture(600, 800).jpeg().toBuffer();
});

const heldAccounts = async () => (await colleague.must('adminHeldAccounts')).accounts;
const holdOf = async (member: Client) => (await heldAccounts()).find(({ id }) => id === member.memberId);

async function withPhoto(name: string): Promise<{ member: Client; photo: number }> {
  const member = await site.as(name);
  const { id } = await member.must('addPhoto', { file: { content: jpeg } });
  return { member, photo: id };
}
const refuse = (id: number, reason: 'minor' | 'quality') =>
  moderator.must('decidePhoto', { body: { id, approve: false, reason } });

test('holds the account of a photo that is refused as under age, before older holds', async () => {
  const older = await site.as('older', { email: 'older@mailinator.com' });
  const { member, photo } = await withPhoto('young');
  const reader = await site.as('reader', { gender: 'male', gender_sought: 'female' });
  await refuse(photo, 'minor');

  const accounts = await heldAccounts();
  expect(accounts[0]).toMatchObject({ id: member.memberId, reasons: [{ reason: 'minor_picture' }] });
  expect(accounts.map(({ id }) => id)).toContain(older.memberId);
  expect((await member.must('user')).held).toBe(true);
  expect((await reader.call('member', { query: { id: member.memberId } })).status).toBe(404);
  const sent = { profile: reader.memberId, client_id: randomUUID(), text: 'Hello' };
  expect((await member.call('send', { body: sent })).body.error).toBe('account_held');
});

test('preserves the picture when its owner deletes the photo, until 190 days after the decision', async () => {
  const { member, photo } = await withPhoto('deleting');
  await refuse(photo, 'minor');
  await member.must('deletePhoto', { body: { id: photo } });
  await site.runJobs();
  const address = (await holdOf(member))!.pictures[0]!;
  expect((await colleague.request('GET', address)).status).toBe(200);
  expect((await member.request('GET', address)).status).toBe(404);
  for (const place of ['-1', '-9000000000', '1.5', 'x'])
    expect((await colleague.request('GET', `${address.slice(0, -1)}${place}`)).status).toBe(404);

  await colleague.must('decideHeldAccount', {
    body: { member: member.memberId, release: false, ground: 'underage', facts: 'A school uniform.' },
  });
  const forget = async (days: number) => {
    await site.shiftClock(days * DAY);
    await site.app.jobs.add(site.db, 'forget-complaint-evidence');
    await site.runJobs();
    return (
      await sql`select from account_holds where member_id = ${member.memberId} and evidence_folders <> '{}'`.execute(
        site.db,
      )
    ).rows.length;
  };
  expect(await forget(189)).toBe(1);
  expect(await forget(191)).toBe(0);
  await site.shiftClock(0);
});

test('ends the hold when the moderator corrects the refusal, or an appeal reverses it', async () => {
  const corrected = await withPhoto('corrected');
  await refuse(corrected.photo, 'minor');
  await refuse(corrected.photo, 'quality');
  expect(await holdOf(corrected.member)).toBeUndefined();
  expect((await corrected.member.must('user')).held).toBeUndefined();

  const { member, photo } = await withPhoto('appealing');
  await refuse(photo, 'minor');
  const [mail] = (await site.outbox(member.email)).filter(({ links }) =>
    links.some((link) => link.includes('/appeal')),
  );
  const token = new URL(mail!.links.find((link) => link.includes('/appeal'))!).searchParams.get('token')!;
  await member.must('appeal', { body: { token, text: 'I am 34.' } });
  const { appeals } = await colleague.must('adminAppeals');
  const { id } = appeals.find((appeal) => appeal.member?.id === member.memberId)!;
  await colleague.must('decideAppeal', { body: { id, reverse: true, note: 'You are right.' } });
  expect(await holdOf(member)).toBeUndefined();
});

test('holds a released account again for another picture', async () => {
  const { member, photo } = await withPhoto('twice');
  await refuse(photo, 'minor');
  await colleague.must('decideHeldAccount', { body: { member: member.memberId, release: true } });
  expect((await member.must('user')).held).toBeUndefined();
  const other = await member.must('addPhoto', { file: { content: jpeg } });
  await refuse(other.id, 'minor');
  expect((await holdOf(member))?.pictures).toHaveLength(2);
});

test('holds the sender of a picture in a chat, and the author of a text', async () => {
  const reader = await site.as('receiver', { gender: 'male', gender_sought: 'female' });
  const sender = await browserOf(site, await plant(site, { premium: true }));
  await sql`update members set credits = 10 where id = ${sender.memberId}`.execute(site.db);
  await sender.must('send', {
    file: { content: jpeg },
    body: { profile: reader.memberId, client_id: randomUUID() },
  });
  await sql`update chat_images set status = 'inspecting' where member_id = ${sender.memberId}`.execute(
    site.db,
  );
  const { images } = await moderator.must('adminChatImages');
  await moderator.must('decideChatImage', {
    body: {
      id: images.find((each) => each.sender.id === sender.memberId)!.id,
      approve: false,
      reason: 'minor',
    },
  });
  expect(await holdOf(sender)).toMatchObject({
    reasons: [{ reason: 'minor_picture' }],
    pictures: [expect.any(String)],
  });

  const author = await site.as('author');
  await author.must('changeProfile', { body: { about: "I'm 15 years old, still at school" } });
  await site.app.jobs.add(site.db, 'flag-texts');
  await site.runJobs();
  const { texts } = await moderator.must('adminTexts');
  const { id } = texts.find((text) => text.member.id === author.memberId)!;
  await moderator.must('decideText', {
    body: { id, remove: true, ground: 'underage', facts: 'You write that you are 15.' },
  });
  expect(await holdOf(author)).toMatchObject({
    reasons: [{ reason: 'minor_words' }],
    words: ["I'm 15 years old, still at school"],
  });
});

const purge = async (...members: Client[]) => {
  for (const member of members) await member.must('deleteUser', { body: { reason: 'other', password } });
  await site.shiftClock(15 * DAY);
  await site.app.jobs.add(site.db, 'account-purge');
  await site.runJobs();
};
/** A login while the clock is shifted deletes the member's sessions that have expired by then. */
const returnToNow = async () => {
  await site.shiftClock(0);
  colleague = await browserOf(site, colleague.memberId);
};
const stored = () => Array.fromAsync(site.app.storage.folders());
const folderOf = async (photo: number) =>
  (await site.db.selectFrom('photos').where('id', '=', photo).select('storage_key').executeTakeFirstOrThrow())
    .storage_key;

test('preserves the picture of a suspected minor who deletes the account, until 190 days after the decision', async () => {
  const { member, photo } = await withPhoto('leaving');
  const cleared = await withPhoto('cleared');
  const [evidence, innocent] = [await folderOf(photo), await folderOf(cleared.photo)];
  await refuse(photo, 'minor');
  await refuse(cleared.photo, 'minor');
  // The job that draws further sizes of a photo would write them anew.
  await site.runJobs();
  await colleague.must('decideHeldAccount', { body: { member: cleared.member.memberId, release: true } });
  try {
    await purge(member, cleared.member);
    expect(
      await site.db.selectFrom('members').where('id', '=', member.memberId).select('id').execute(),
    ).toEqual([]);
    expect(await stored()).toContain(evidence);
    expect(await stored(), 'of a member who turned out to be an adult').not.toContain(innocent);

    const moderatorNow = await browserOf(site, colleague.memberId);
    const { accounts } = await moderatorNow.must('adminHeldAccounts');
    const held = accounts.find(({ id }) => id === member.memberId)!;
    expect(held).toMatchObject({ name: null, deleted: true, reasons: [{ reason: 'minor_picture' }] });
    expect((await moderatorNow.must('adminTasks')).held_accounts).toBe(accounts.length);
    expect((await moderatorNow.request('GET', held.pictures[0]!)).status).toBe(200);

    // An operator of another site learns nothing of it.
    const elsewhere = await plant(site);
    await sql`update members set roles = '{moderator}', office_sites = '{elsewhere.example}' where id = ${elsewhere}`.execute(
      site.db,
    );
    const stranger = await browserOf(site, elsewhere);
    expect((await stranger.must('adminHeldAccounts')).accounts).toEqual([]);
    expect((await stranger.request('GET', held.pictures[0]!)).status).toBe(404);
    const closing = { member: member.memberId, release: false };
    expect((await stranger.call('decideHeldAccount', { body: closing })).status).toBe(404);

    await moderatorNow.must('decideHeldAccount', { body: closing });
    expect((await moderatorNow.call('decideHeldAccount', { body: closing })).body.error).toBe('conflict');
    const forget = async (days: number) => {
      await site.shiftClock((15 + days) * DAY);
      await site.app.jobs.add(site.db, 'forget-complaint-evidence');
      await site.runJobs();
    };
    await forget(189);
    expect(await stored()).toContain(evidence);
    await forget(191);
    expect(await stored()).not.toContain(evidence);
    expect(
      await site.db
        .selectFrom('account_holds')
        .where('member_id', '=', member.memberId)
        .select('id')
        .execute(),
    ).toEqual([]);
  } finally {
    await returnToNow();
  }
});

async function selfieRefused(name: string) {
  const { member, photo } = await withPhoto(name);
  await moderator.must('decidePhoto', { body: { id: photo, approve: true } });
  await member.must('beginVerification');
  await member.must('sendSelfie', { file: { content: jpeg } });
  const { verifications } = await moderator.must('adminVerifications');
  const { id } = verifications.find((one) => one.member.id === member.memberId)!;
  const { storage_key: folder } = await site.db
    .selectFrom('verifications')
    .where('id', '=', id)
    .select('storage_key')
    .executeTakeFirstOrThrow();
  await moderator.must('decideVerification', { body: { id, verified: false, reason: 'minor' } });
  return { member, folder: folder! };
}

test('holds the account of a selfie that looks under age, with a statement of reasons and an appeal', async () => {
  const { member, folder } = await selfieRefused('selfie');
  await site.runJobs();
  expect(await stored()).toContain(folder);
  expect(await holdOf(member)).toMatchObject({
    reasons: [{ reason: 'minor_picture' }],
    pictures: [expect.any(String)],
  });
  expect(await member.must('verification')).toMatchObject({ state: 'refused', reason: 'minor' });
  const mail = (await site.outbox(member.email)).find(({ text }) => text?.includes('younger than 18'))!;
  expect(mail.text).toContain('this site is for adults only');
  const token = new URL(mail.links.find((link) => link.includes('/appeal'))!).searchParams.get('token')!;
  expect((await member.must('appealView', { query: { token } })).ground).toBe('underage');
  await member.must('appeal', { body: { token, text: 'I am 41.' } });
  const { appeals } = await colleague.must('adminAppeals');
  const { id } = appeals.find((appeal) => appeal.member?.id === member.memberId)!;
  await colleague.must('decideAppeal', { body: { id, reverse: true, note: 'You are right.' } });
  expect(await holdOf(member)).toBeUndefined();
  expect((await member.must('user')).held).toBeUndefined();
  await site.runJobs();
  expect(await stored(), 'nothing is kept of an adult').not.toContain(folder);
});

test('preserves the words of a suspected minor who deletes the account, until 190 days after the decision', async () => {
  const author = await site.as('quoted');
  await author.must('changeProfile', { body: { about: "I'm 14 years old" } });
  await site.app.jobs.add(site.db, 'flag-texts');
  await site.runJobs();
  const { texts } = await moderator.must('adminTexts');
  const { id } = texts.find((text) => text.member.id === author.memberId)!;
  await moderator.must('decideText', {
    body: { id, remove: true, ground: 'underage', facts: 'You are 14.' },
  });
  try {
    await purge(author);
    const moderatorNow = await browserOf(site, colleague.memberId);
    const { accounts } = await moderatorNow.must('adminHeldAccounts');
    expect(accounts.find((account) => account.id === author.memberId)).toMatchObject({
      deleted: true,
      words: ["I'm 14 years old"],
    });
    await moderatorNow.must('decideHeldAccount', { body: { member: author.memberId, release: false } });
    const left = async (days: number) => {
      await site.shiftClock((15 + days) * DAY);
      await site.app.jobs.add(site.db, 'forget-complaint-evidence');
      await site.runJobs();
      const { rows } = await sql`select from account_holds where member_id = ${author.memberId}`.execute(
        site.db,
      );
      return rows.length;
    };
    expect([await left(189), await left(191)]).toEqual([1, 0]);
  } finally {
    await returnToNow();
  }
});

test('preserves what a report about a suspected minor shows when both members are purged', async () => {
  const reporter = await site.as('reporting', { gender: 'male', gender_sought: 'female' });
  const reported = async (name: string, category: 'underage' | 'spam') => {
    const { member, photo } = await withPhoto(name);
    await moderator.must('decidePhoto', { body: { id: photo, approve: true } });
    await member.must('changeProfile', { body: { about: 'Still at school' } });
    const { id } = await reporter.must('complaint', {
      body: { profile: member.memberId, category, text: 'Looks like a child' },
    });
    return { member, complaint: id, folder: await folderOf(photo) };
  };
  const [minor, other] = [await reported('reported', 'underage'), await reported('spammer', 'spam')];
  await site.runJobs();
  try {
    await purge(minor.member, other.member, reporter);
    expect(await stored()).toContain(minor.folder);
    expect(await stored(), 'of a report about something else').not.toContain(other.folder);
    const moderatorNow = await browserOf(site, colleague.memberId);
    const file = await moderatorNow.must('adminComplaint', { query: { id: minor.complaint } });
    expect(JSON.stringify(file)).toContain('Still at school');
    expect(file).toMatchObject({ text: 'Looks like a child' });
    const emptied = await moderatorNow.must('adminComplaint', { query: { id: other.complaint } });
    expect(JSON.stringify(emptied)).not.toContain('Still at school');
    await moderatorNow.must('decideComplaint', {
      body: { id: minor.complaint, outcome: 'account_closed', ground: 'underage', facts: 'A uniform.' },
    });
    const forget = async (days: number) => {
      await site.shiftClock((15 + days) * DAY);
      await site.app.jobs.add(site.db, 'forget-complaint-evidence');
      await site.runJobs();
    };
    await forget(189);
    expect(await stored()).toContain(minor.folder);
    await forget(191);
    expect(await stored()).not.toContain(minor.folder);
  } finally {
    await returnToNow();
  }
});
