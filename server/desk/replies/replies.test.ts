import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { answerOf, plantWriter, writeToProfile } from '#support/office/desk.ts';
import { operatorWith } from '#support/office/office-work.ts';

const app = testApp();

const reply = (more: object = {}) => ({
  id: randomUUID() as string,
  language: 'en' as const,
  shortcut: `r${randomUUID().slice(0, 8)}`,
  text: 'Hello {{name}}, this is {{ profile }}.',
  active: true,
  ...more,
});
const textsOf = async (client: Awaited<ReturnType<typeof plantWriter>>, language?: 'en' | 'de') =>
  (await client.must('deskReplies', { query: { language } })).replies.map(({ text }) => text);

test('offers a writer their own and shared replies in a language, and nobody else’s', async () => {
  const [wil, wes, lead] = [
    await plantWriter(app, 'Wil'),
    await plantWriter(app, 'Wes'),
    await operatorWith(app, 'supervisor'),
  ];
  await wil.must('saveDeskReply', { body: reply({ text: 'Mine' }) });
  await wil.must('saveDeskReply', { body: reply({ text: 'Meins', language: 'de' }) });
  await lead.must('saveSharedDeskReply', { body: reply({ text: 'Ours' }) });
  expect((await textsOf(wil, 'en')).toSorted()).toEqual(['Mine', 'Ours']);
  expect((await textsOf(wil)).toSorted()).toEqual(['Meins', 'Mine', 'Ours']);
  expect(await textsOf(wes)).toEqual(['Ours']);
  expect(await wil.call('saveSharedDeskReply', { body: reply() })).toMatchObject({ status: 403 });
});

test('does not change the reply of another writer, or a shared one as one’s own', async () => {
  const [wil, wes, lead] = [
    await plantWriter(app, 'Wim'),
    await plantWriter(app, 'Wout'),
    await operatorWith(app, 'supervisor'),
  ];
  const [own, shared] = [reply({ text: 'Before' }), reply({ text: 'Shared before' })];
  await wil.must('saveDeskReply', { body: own });
  await lead.must('saveSharedDeskReply', { body: shared });
  for (const stolen of [own, shared])
    expect(await wes.call('saveDeskReply', { body: { ...stolen, text: 'After' } })).toMatchObject({
      status: 404,
    });
  expect(await textsOf(wil)).toContain('Before');
  expect(await textsOf(wes)).toContain('Shared before');
});

test('names an unknown placeholder and a shortcut that exists', async () => {
  const wil = await plantWriter(app, 'Wilma');
  expect(
    await wil.call('saveDeskReply', { body: reply({ text: 'Hi {{name}} from {{twon}}' }) }),
  ).toMatchObject({
    status: 422,
    body: { fields: { text: 'invalid' }, params: { placeholder: 'twon' } },
  });
  expect(await wil.call('saveDeskReply', { body: reply({ shortcut: 'two words' }) })).toMatchObject({
    body: { fields: { shortcut: 'invalid' } },
  });
  const first = reply({ shortcut: 'hi' });
  await wil.must('saveDeskReply', { body: first });
  await wil.must('saveDeskReply', { body: first });
  expect(await wil.call('saveDeskReply', { body: reply({ shortcut: 'HI' }) })).toMatchObject({
    status: 422,
    body: { fields: { shortcut: 'invalid' }, params: { taken: 'hi' } },
  });
  await wil.must('saveDeskReply', { body: reply({ shortcut: 'hi', language: 'de' }) });
});

test('refuses an answer with a placeholder that is not filled in', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [kim, wil] = [await app.as('kim', { credits: 20 }), await plantWriter(app, 'Wolf')];
  const conversation = await writeToProfile(kim, mira);
  await sql`update members set language = 'de' where id = ${kim.memberId}`.execute(app.db);
  await wil.must('deskClaim', { body: { conversation } });
  expect((await wil.must('deskThread', { query: { conversation } })).language).toBe('de');
  expect(await wil.call('deskAnswer', answerOf(conversation, 'Wie ist es in {{town}}?'))).toMatchObject({
    status: 422,
    body: { fields: { text: 'placeholder_left' }, params: { placeholder: 'town' } },
  });
  await wil.must('deskAnswer', answerOf(conversation, 'Wie ist es in Ulm?'));
});
