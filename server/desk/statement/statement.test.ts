import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { plant, setSettings } from '#support/members.ts';
import { secondsToMidMonth } from '#support/money/months.ts';
import { answerOf, plantWriter, writeToProfile } from '#support/office/desk.ts';
import { operatorWith } from '#support/office/office-work.ts';
import { returnUnansweredCredits } from '../return-credits.ts';

const app = testApp();
beforeAll(() => app.shiftClock(secondsToMidMonth()));

const MONTH = async () =>
  (
    await sql<{
      month: string;
    }>`select to_char(app_now() at time zone 'Europe/Amsterdam', 'YYYY-MM') as month`.execute(app.db)
  ).rows[0]!.month;

test('counts answers, time without overlaps, returned credits and scores by writer and site', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [cleo, dina, writer, other, lead] = [
    await app.as('cleo', { credits: 20 }),
    await app.as('dina', { credits: 20 }),
    await plantWriter(app, 'Willem'),
    await plantWriter(app, 'Wouter'),
    await operatorWith(app, 'supervisor'),
  ];
  // Their free messages are used up, so that there are credits to return.
  await sql`update members set free_messages_used = 5 where id in (${cleo.memberId}, ${dina.memberId})`.execute(
    app.db,
  );
  const [first, second] = [await writeToProfile(cleo, mira), await writeToProfile(dina, mira)];
  await setSettings(app, { desk_sample_percent: 100, fictional_answer_hours: 1 });
  // Both conversations at once for eight minutes.
  for (const conversation of [first, second]) await writer.must('deskClaim', { body: { conversation } });
  const { message } = await writer.must('deskAnswer', answerOf(first, 'Hello!'));
  await lead.must('scoreDeskAnswer', {
    body: { conversation: first, message: message.id, score: 3, comment: '' },
  });
  await sql`update desk_claims set claimed_at = app_now() - interval '8 minutes'`.execute(app.db);
  await writer.must('deskRelease', { body: { conversation: first } });
  // The second wait passes its time while the writer holds it.
  await sql`update unanswered set since = app_now() - interval '2 hours'`.execute(app.db);
  await returnUnansweredCredits(app.app);
  await writer.must('deskRelease', { body: { conversation: second } });

  const month = await MONTH();
  const { rows } = await lead.must('deskStatement', { query: { month } });
  expect(rows).toEqual([
    {
      writer: { id: writer.memberId, name: 'Willem' },
      site: '*',
      answers: 1,
      minutes: 8,
      returned_credits: expect.any(Number),
      scored: 1,
      score: 3,
    },
  ]);
  expect(rows[0]!.returned_credits).toBeGreaterThan(0);
  expect((await writer.must('deskStatement', { query: { month } })).rows).toEqual(rows);
  expect((await other.must('deskStatement', { query: { month } })).rows).toEqual([]);
  expect((await lead.must('deskStatement', { query: { month: '2020-01' } })).rows).toEqual([]);
  const csv = String(await lead.must('deskStatementFile', { query: { month } }));
  expect(csv.trim().split('\n')).toEqual([
    'month,writer,name,site,answers,minutes,returned_credits,scored,score',
    `${month},${writer.memberId},Willem,*,1,8,${rows[0]!.returned_credits},1,3.00`,
  ]);
  expect(await writer.call('deskStatementFile', { query: { month } })).toMatchObject({ status: 403 });
});

test('counts a lapsed claim until the last sign of life', async () => {
  const nora = await plant(app, { name: 'Nora', kind: 'fictional' });
  const [eva, writer] = [await app.as('eva', { credits: 20 }), await plantWriter(app, 'Wessel')];
  const conversation = await writeToProfile(eva, nora);
  await writer.must('deskClaim', { body: { conversation } });
  await sql`update desk_claims set claimed_at = app_now() - interval '30 minutes', expires_at = app_now() - interval '15 minutes'
    where conversation_id = ${conversation}`.execute(app.db);
  await (await plantWriter(app, 'Wanja')).must('deskClaim', { body: { conversation } });
  const { rows } = await writer.must('deskStatement', { query: { month: await MONTH() } });
  expect(rows).toMatchObject([{ minutes: 5, answers: 0 }]);
});
