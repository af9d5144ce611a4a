import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChatSite, type ChatSite } from '#support/chat-site.ts';
import { noticesTo, queuedJobs } from '#support/job-queue.ts';
import { MESSAGE_NOTIFICATION } from './message-notification.ts';
import { queueDueNotices } from './queue-due-notices.ts';

let site: ChatSite;

beforeAll(async () => {
  site = await startChatSite();
});
afterAll(() => site.close());

const { signal } = new AbortController();
const jobsFor = async (member: number) =>
  (await queuedJobs(site.db, MESSAGE_NOTIFICATION))
    .map(({ payload }) => payload)
    .filter((news) => news.member === member);
const passTime = (seconds: number) =>
  sql`update message_notices set due_at = due_at - ${seconds} * interval '1 second'`.execute(site.db);

test('notifies once of a conversation that is still unread when its notice is due', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const { conversation } = (await anna.say(bram, 'hello')).body;
  await passTime(60);
  await queueDueNotices(site.site.app, signal);
  expect(await jobsFor(bram.id)).toEqual([]);
  expect(await noticesTo(site.db, bram.id)).toEqual([conversation.id]);

  await passTime(60);
  await Promise.all([queueDueNotices(site.site.app, signal), queueDueNotices(site.site.app, signal)]);
  expect(await jobsFor(bram.id)).toEqual([{ member: bram.id, conversation: conversation.id }]);
  expect(await noticesTo(site.db, bram.id)).toEqual([]);
});

test('drops the notice of a conversation that was read in time, and starts anew with the next message', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const { conversation } = (await anna.say(bram, 'hello')).body;
  await bram.call('readChat', { body: { conversation: conversation.id } });
  await passTime(91);
  await anna.say(bram, 'are you there?');
  await queueDueNotices(site.site.app, signal);
  expect(await jobsFor(bram.id)).toEqual([]);
  expect(await noticesTo(site.db, bram.id)).toEqual([conversation.id]);

  await bram.call('readChat', { body: { conversation: conversation.id } });
  await passTime(91);
  await queueDueNotices(site.site.app, signal);
  expect(await jobsFor(bram.id)).toEqual([]);
  expect(await noticesTo(site.db, bram.id)).toEqual([]);
});

test('takes all notices that are due, however many there are', async () => {
  await sql`
    insert into message_notices select n, n, app_now() - interval '1 minute' from generate_series(1000001, 1001200) n`.execute(
    site.db,
  );
  await queueDueNotices(site.site.app, signal);
  expect(await noticesTo(site.db, 1_001_200)).toEqual([]);
});
