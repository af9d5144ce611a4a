import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';

// Suggestions for the first message of a conversation.

let site: ChatSite;
beforeAll(async () => {
  site = await startChatSite();
});
afterAll(() => site.close());

const fittingFor = async (who: Person, other: Person) =>
  (await who.call('icebreakers', { query: { profile: other.id, language: 'en' } })).body.fitting;

test('suggests an answer, a shared interest and a shared intention, without what is hidden', async () => {
  const anna = await site.person({ interests: ['wine', 'hiking'] });
  const bram = await site.person({ interests: ['coffee', 'hiking'] });
  await anna.call('changeProfile', { body: { intention: ['dates', 'friendship'] } });
  const prompts = [{ prompt: 'sunday' as const, answer: 'Two hours in the market.' }];
  const changed = await bram.call('changeProfile', { body: { intention: ['casual', 'dates'], prompts } });
  expect(changed.status).toBe(200);

  const hiking = expect.stringContaining(bram.name);
  const answer = { from: 'answer', id: 'sunday', text: 'Two hours in the market.' };
  expect(await fittingFor(anna, bram)).toEqual([
    answer,
    { from: 'shared_interest', id: 'about.hiking', text: hiking },
    { from: 'intention', id: 'dates', text: null },
  ]);

  await bram.call('changeProfile', { body: { hidden_fields: ['intention'] } });
  expect((await fittingFor(anna, bram)).map(({ from }) => from)).toEqual([
    'answer',
    'shared_interest',
    'interest',
  ]);
  await bram.call('changeProfile', { body: { hidden_fields: ['intention', 'interests'] } });
  expect(await fittingFor(anna, bram)).toEqual([answer]);
  await site.setting({ visible_profile_fields: [], visible_profile_notes: [] });
  expect(await fittingFor(anna, bram)).toEqual([]);
});

test('suggests nothing for a profile that says nothing', async () => {
  const [anna, bram] = [await site.person({ interests: ['wine'] }), await site.person({ interests: [] })];
  expect(await fittingFor(anna, bram)).toEqual([]);
});
