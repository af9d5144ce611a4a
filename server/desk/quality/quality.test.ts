import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { plant, setSettings } from '#support/members.ts';
import { answerOf, plantWriter, writeToProfile } from '#support/office/desk.ts';
import { operatorWith } from '#support/office/office-work.ts';

const app = testApp();

test('samples the chosen share of answers for a score, which the writer sees', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [ada, wies, wolf, lead] = [
    await app.as('ada', { credits: 20 }),
    await plantWriter(app, 'Wies'),
    await plantWriter(app, 'Wolf'),
    await operatorWith(app, 'supervisor'),
  ];
  const conversation = await writeToProfile(ada, mira, 'How are you?');
  await wies.must('deskClaim', { body: { conversation } });
  await setSettings(app, { desk_sample_percent: 0 });
  await wies.must('deskAnswer', answerOf(conversation, 'Not sampled.'));
  expect((await lead.must('deskReviews', { query: {} })).waiting).toBe(0);
  await setSettings(app, { desk_sample_percent: 100 });
  const answer = answerOf(conversation, 'Very well!');
  const { message } = await wies.must('deskAnswer', answer);
  await wies.must('deskAnswer', answer);

  const { waiting, reviews } = await lead.must('deskReviews', { query: {} });
  expect(waiting).toBe(1);
  expect(reviews).toMatchObject([
    {
      message: message.id,
      writer: { id: wies.memberId, name: 'Wies' },
      profile: 'Mira',
      score: null,
      exchange: [
        { by_profile: false, text: 'How are you?' },
        { by_profile: true, text: 'Not sampled.' },
        { by_profile: true, text: 'Very well!' },
      ],
    },
  ]);
  const body = { conversation, message: message.id, score: 4, comment: 'Ask something back.' };
  await lead.must('scoreDeskAnswer', { body });
  expect(await lead.must('deskReviews', { query: {} })).toMatchObject({ waiting: 0, reviews: [] });
  expect((await lead.must('deskReviews', { query: { done: true } })).reviews).toMatchObject([{ score: 4 }]);
  expect((await wies.must('deskScores', { query: {} })).reviews).toMatchObject([
    { message: message.id, score: 4, comment: 'Ask something back.' },
  ]);
  expect((await wolf.must('deskScores', { query: {} })).reviews).toEqual([]);
  expect(await wolf.call('deskReviews', { query: {} })).toMatchObject({ status: 403 });
  expect(await lead.call('scoreDeskAnswer', { body: { ...body, message: message.id + 1 } })).toMatchObject({
    status: 404,
  });
  expect(await lead.call('scoreDeskAnswer', { body: { ...body, score: 6 } })).toMatchObject({ status: 400 });
});

test('lets nobody score their own answer', async () => {
  const nora = await plant(app, { name: 'Nora', kind: 'fictional' });
  const [bea, both] = [await app.as('bea', { credits: 20 }), await plantWriter(app, 'Both')];
  await sql`update members set roles = '{writer,supervisor}' where id = ${both.memberId}`.execute(app.db);
  const conversation = await writeToProfile(bea, nora);
  await setSettings(app, { desk_sample_percent: 100 });
  await both.must('deskClaim', { body: { conversation } });
  const { message } = await both.must('deskAnswer', answerOf(conversation, 'Hello!'));
  expect(
    await both.call('scoreDeskAnswer', {
      body: { conversation, message: message.id, score: 5, comment: '' },
    }),
  ).toMatchObject({ status: 403, body: { error: 'own_decision' } });
});
