import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { answerOf, plantWriter, writeToProfile } from '#support/office/desk.ts';
import { operatorWith } from '#support/office/office-work.ts';

const app = testApp();

test('shows a supervisor what waits and what each writer holds, and hands it over', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [eva, fay] = [await app.as('eva', { credits: 20 }), await app.as('fay', { credits: 20 })];
  const [wies, wolf, lead] = [
    await plantWriter(app, 'Wies'),
    await plantWriter(app, 'Wolf'),
    await operatorWith(app, 'supervisor'),
  ];
  const [first, second] = [await writeToProfile(eva, mira), await writeToProfile(fay, mira)];
  await wies.must('deskPresence', { body: { on: true } });
  await wies.must('deskAnswer', answerOf(first, 'Hello!'));
  const board = await lead.must('deskBoard');
  expect(board).toMatchObject({
    waiting: 1,
    unassigned: 0,
    oldest: { conversation: second },
    profiles: [{ id: mira, name: 'Mira' }],
  });
  const writer = (id: number) => board.writers.find((each) => each.id === id);
  expect(writer(wies.memberId)).toMatchObject({
    name: 'Wies',
    on: true,
    answers_this_hour: 1,
    held: [
      { conversation: second, profile: 'Mira', waiting_since: expect.stringMatching(/^20.*Z$/) },
      { conversation: first, waiting_since: null },
    ],
  });
  expect(writer(wolf.memberId)).toMatchObject({ on: false, answers_this_hour: 0, held: [] });

  await lead.must('deskHandOver', { body: { conversation: second, to: wolf.memberId } });
  expect(await wies.call('deskAnswer', answerOf(second, 'Late'))).toMatchObject({ status: 409 });
  await wolf.must('deskAnswer', answerOf(second, 'Hello from me!'));
  for (const nobody of [eva.memberId, mira])
    expect(await lead.call('deskHandOver', { body: { conversation: second, to: nobody } })).toMatchObject({
      status: 404,
    });
  expect(await wies.call('deskBoard')).toMatchObject({ status: 403 });
});

test('does not hand a conversation to a writer of another site', async () => {
  const mira = await plant(app, { name: 'Nora', kind: 'fictional' });
  const [gaby, wim, lead] = [
    await app.as('gaby', { credits: 20 }),
    await plantWriter(app, 'Wim'),
    await operatorWith(app, 'supervisor'),
  ];
  const conversation = await writeToProfile(gaby, mira);
  await sql`update members set office_sites = '{other.example}' where id = ${wim.memberId}`.execute(app.db);
  expect(await lead.call('deskHandOver', { body: { conversation, to: wim.memberId } })).toMatchObject({
    status: 404,
  });
});

test('shows whispers to the writer once, and never to the member', async () => {
  const mira = await plant(app, { name: 'Olga', kind: 'fictional' });
  const [hedy, wanda, lead] = [
    await app.as('hedy', { credits: 20 }),
    await plantWriter(app, 'Wanda'),
    await operatorWith(app, 'supervisor'),
  ];
  const conversation = await writeToProfile(hedy, mira);
  const body = { conversation, client_id: randomUUID(), text: 'Ask about her dog, zebrafish.' };
  await lead.must('deskWhisper', { body });
  await lead.must('deskWhisper', { body });
  const { whispers } = await wanda.must('deskThread', { query: { conversation } });
  expect(whispers.map(({ text }) => text)).toEqual(['Ask about her dog, zebrafish.']);
  for (const reply of [await hedy.must('chat', { query: { conversation } }), await hedy.must('chats')])
    expect(JSON.stringify(reply)).not.toContain('zebrafish');
  expect(await wanda.call('deskWhisper', { body: { ...body, client_id: randomUUID() } })).toMatchObject({
    status: 403,
  });
});
