import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { password, testApp } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';

const site = testApp();

test('keeps measures as they were taken, for the site and for the owner of its tables', async () => {
  const moderator = await browserOf(site, await plant(site, { roles: ['moderator'] }));
  const member = await site.as('warned');
  const { id } = await moderator.must('takeMeasure', {
    body: {
      member: member.memberId,
      kind: 'ban',
      ground: 'spam',
      facts: 'You sent one text to fifty members.',
    },
  });
  const row = async () =>
    site.db.selectFrom('measures').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  const before = await row();
  const statements = [
    'delete from measures',
    `update measures set member_id = member_id + 1`,
    `update measures set ground = 'privacy'`,
    `update measures set created_at = created_at - interval '1 day'`,
    `update measures set operator_id = operator_id + 1`,
    'truncate measures',
  ];
  for (const statement of statements)
    await expect(sql.raw(statement).execute(site.db), statement).rejects.toThrow('permission denied');
  const words = `update measures set facts = 'Nothing to see here.'`;
  await expect(sql.raw(words).execute(site.db)).rejects.toThrow('stay as they were taken');
  // `truncate` belongs to the owner of the tables, who restores backups.
  for (const statement of [...statements.slice(0, -1), words])
    await expect(site.asOwner(statement), statement).rejects.toThrow('stay as they were taken');
  expect(await row()).toEqual(before);

  // What does change: its end, once, and its words at a purge.
  await moderator.must('endMeasure', { body: { id, note: 'We were wrong.' } });
  await expect(sql`update measures set ended_at = null where id = ${id}`.execute(site.db)).rejects.toThrow(
    'stay as they were taken',
  );
  const back = site.visitor();
  await back.must('login', { body: { email: member.email, password } });
  await back.must('deleteUser', { body: { reason: 'other', password } });
  await site.shiftClock(15 * 86_400);
  await site.app.jobs.add(site.db, 'account-purge');
  await site.runJobs();
  await site.shiftClock(0);
  expect(await row()).toMatchObject({ ground: 'spam', facts: '', member_id: member.memberId });
});
