import { randomUUID } from 'node:crypto';
import { itemAt } from '#contract/must.ts';
import type { Client } from '#support/app.ts';

/** The calls that members make most: sending, reading, searching, liking and swiping. */
export async function makeHotCalls(anna: Client, bram: Client, chris: Client): Promise<void> {
  for (const text of ['one', 'two'])
    await anna.must('send', { body: { profile: bram.memberId, client_id: randomUUID(), text } });
  const clientId = randomUUID();
  for (let again = 0; again < 2; again++)
    await bram.must('send', { body: { profile: anna.memberId, client_id: clientId, text: 'three' } });
  await chris.must('send', { body: { profile: anna.memberId, client_id: randomUUID(), text: 'four' } });
  await anna.must('members', { query: { gender: 'male', country: 'NL' } });
  await anna.must('member', { query: { id: bram.memberId } });
  const { chats } = await anna.must('chats');
  if (chats.length !== 2) throw new Error(`${chats.length} conversations instead of 2.`);
  await anna.must('chat', { query: { profile: bram.memberId } });
  await anna.must('chat', { query: { conversation: itemAt(chats, 0).conversation.id } });
  await anna.must('like', { body: { profile: bram.memberId } });
  await bram.must('likes');
  await anna.must('user');
  await anna.must('recentlyViewed');
  await anna.must('swipe');
  await anna.must('swipeChoice', { body: { profile: chris.memberId, like: true } });
}
