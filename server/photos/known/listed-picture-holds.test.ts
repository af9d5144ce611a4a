import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { must } from '#contract/must.ts';
import { password } from '#support/app.ts';
import { browserOf } from '#support/members.ts';
import { drawing, jpeg, knownPicturesSite } from '#support/photos/known-pictures-site.ts';

const DAY = 86_400;
const known = await knownPicturesSite();
const { matcher, site, newModerator, held, member } = known;

test('holds a released account again for another listed picture', async () => {
  const who = await member();
  matcher.answerWith({ NCMEC: [{ bank_content_id: 7, distance: '12' }] });
  const upload = async () => who.call('addPhoto', { file: { content: await jpeg(drawing()) } });
  await upload();
  const release = { body: { member: who.memberId, release: true } };
  await known.moderator.must('decideHeldAccount', release);
  const colleague = await newModerator();
  await colleague.must('decideHeldAccount', release);
  expect((await who.must('user')).held).toBeUndefined();
  await upload();
  expect(await held(who)).toMatchObject({ matches: [{}, {}], release: null });
});

test('preserves the evidence of a purged account until 190 days after the decision, then nothing is left', async () => {
  const who = await member();
  matcher.answerWith({ NCMEC: [{ bank_content_id: 7, distance: '12' }] });
  await who.call('addPhoto', { file: { content: await jpeg(drawing()) } });
  await who.must('deleteUser', { body: { reason: 'other', password } });
  try {
    await site.shiftClock(15 * DAY);
    await site.app.jobs.add(site.db, 'account-purge');
    await site.runJobs();
    const now = await browserOf(site, known.moderator.memberId);
    const account = must(
      (await now.must('adminHeldAccounts')).accounts.find(({ id }) => id === who.memberId),
      'case',
    );
    expect(account).toMatchObject({ deleted: true, matches: [{ list: 'NCMEC' }] });
    expect((await now.request('GET', must(account.pictures[0], 'picture'))).status).toBe(200);
    await now.must('decideHeldAccount', { body: { member: who.memberId, release: false } });
    const left = async (days: number) => {
      await site.shiftClock((15 + days) * DAY);
      await site.app.jobs.add(site.db, 'forget-complaint-evidence');
      await site.runJobs();
      const { rows } = await sql`select from account_holds where member_id = ${who.memberId}`.execute(
        site.db,
      );
      return rows.length;
    };
    expect([await left(189), await left(191)]).toEqual([1, 0]);
  } finally {
    await site.shiftClock(0);
    await known.logInAgain();
  }
});

test('releases an account that a listed picture holds only if two moderators agree', async () => {
  const who = await member();
  matcher.answerWith({ NCMEC: [{ bank_content_id: 7, distance: '12' }] });
  await who.call('addPhoto', { file: { content: await jpeg(drawing()) } });
  const release = { body: { member: who.memberId, release: true } };
  expect((await held(who))!.release).toBeNull();
  expect(await known.moderator.must('decideHeldAccount', release)).toEqual({ ok: true, needs_second: true });
  expect((await who.must('user')).held).toBe(true);
  expect((await held(who))!.release).toMatchObject({ own: true });
  expect((await known.moderator.call('decideHeldAccount', release)).body.error).toBe('own_decision');
  expect((await who.must('user')).held).toBe(true);
  const colleague = await newModerator();
  const { accounts } = await colleague.must('adminHeldAccounts');
  expect(accounts.find(({ id }) => id === who.memberId)!.release).toMatchObject({ own: false });
  expect(await colleague.must('decideHeldAccount', release)).toEqual({ ok: true });
  expect((await who.must('user')).held).toBeUndefined();
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where member_id = ${who.memberId} and action in ('hold.ask_release', 'hold.release') order by id`.execute(
    site.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(['hold.ask_release', 'hold.release']);
});

test('lets one moderator close what another asked to release', async () => {
  const who = await member();
  matcher.answerWith({ NCMEC: [{ bank_content_id: 7, distance: '12' }] });
  await who.call('addPhoto', { file: { content: await jpeg(drawing()) } });
  await known.moderator.must('decideHeldAccount', { body: { member: who.memberId, release: true } });
  await known.moderator.must('decideHeldAccount', {
    body: { member: who.memberId, release: false, ground: 'illegal_content', facts: 'A picture.' },
  });
  expect((await who.call('user')).status).toBe(403);
});
