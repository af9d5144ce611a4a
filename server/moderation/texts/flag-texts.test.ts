import { expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';

const site = testApp();

async function moderator(): Promise<Client> {
  const id = await plant(site);
  await site.db
    .updateTable('members')
    .set({ roles: ['moderator'] })
    .where('id', '=', id)
    .execute();
  return browserOf(site, id);
}

async function talkOf(name: string) {
  const operator = await moderator();
  const [anna, bram] = [await site.as(name), await site.as('bram', { gender: 'male' })];
  const { conversation, message } = await anna.must('send', {
    body: { profile: bram.memberId, client_id: crypto.randomUUID(), text: 'Shall we meet?' },
  });
  return {
    operator,
    edit: (text: string) =>
      anna.must('editMessage', { body: { conversation: conversation.id, message: message.id, text } }),
    flag: async () => {
      await site.app.jobs.add(site.db, 'flag-texts');
      await site.runJobs();
    },
    queued: async () =>
      (await operator.must('adminTexts')).texts.filter(({ member }) => member.id === anna.memberId),
    at: (minutes: number) => site.shiftClock(minutes * 60),
  };
}

test('flags contact details that an edit brings into a first message in its last minute', async () => {
  const { edit, flag, queued, at } = await talkOf('anna');
  await flag();
  expect(await queued()).toEqual([]);
  await at(14);
  await edit('Call me on 06 1234 5678');
  // The job runs after the edit, and may have been late.
  await at(20);
  await flag();
  expect(await queued()).toMatchObject([
    { kind: 'first_message', rules: ['phone'], text: 'Call me on 06 1234 5678' },
  ]);
  await at(0);
});

test('replaces a waiting text by its edit, so that nobody decides on former words', async () => {
  const { operator, edit, flag, queued } = await talkOf('dora');
  await edit('Call me on 06 1234 5678');
  await flag();
  const [former] = await queued();
  await edit("Call me on 06 1234 5678, I'm 16");
  await flag();
  const [text, ...others] = await queued();
  expect(text).toMatchObject({ rules: ['phone', 'minor'], text: "Call me on 06 1234 5678, I'm 16" });
  expect(others).toEqual([]);
  expect((await operator.call('decideText', { body: { id: former?.id ?? 0, remove: false } })).status).toBe(
    404,
  );
  await operator.must('decideText', { body: { id: text?.id ?? 0, remove: false } });
  await flag();
  expect(await queued()).toEqual([]);
});
