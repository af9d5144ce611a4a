import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { redisProgram, startRedis } from '#support/services/redis/redis.ts';

// Two processes share only the database and Redis. One message is sent while Redis is down between them.

const redis = redisProgram ? await startRedis() : null;

describe.skipIf(!redis)('after Redis was unavailable', () => {
  const site = testApp(redis ? { REDIS_URL: redis.url } : {});

  test('sends an open stream the messages of another process from a gap, even after newer events of its own process', async () => {
    const [anna, bram, carla] = [
      await site.as('anna'),
      await site.as('bram', { gender: 'male', gender_sought: 'female' }),
      await site.as('carla'),
    ];
    const send = (from: typeof anna, text: string) =>
      from.must('send', { body: { profile: anna.memberId, client_id: randomUUID(), text } });
    await send(bram, 'before');

    const abort = new AbortController();
    const answer = await fetch(`${await site.url()}/api/events.php`, {
      headers: { cookie: `auth=${anna.cookies.get('auth')}` },
      signal: abort.signal,
    });
    let heard = '';
    const reading = (async () => {
      for await (const chunk of answer.body!) heard += Buffer.from(chunk).toString();
    })().catch(() => {});

    await redis!.kill();
    // The row is inserted without an event, as if another process had sent the message.
    await sql`
      with said as (
        insert into messages (conversation_id, sender_id, client_id, kind, body)
          select conversation_id, ${bram.memberId}, gen_random_uuid(), 'text', 'while it was away' from participants where member_id = ${anna.memberId}
          returning id, conversation_id
      )
      update participants p set last_message_id = said.id, unread = unread + 1 from said where p.conversation_id = said.conversation_id`.execute(
      site.db,
    );
    await send(carla, 'from here');
    await expect.poll(() => heard).toContain('from here');
    expect(heard).not.toContain('while it was away');

    redis!.start();
    await expect.poll(() => heard, { timeout: 15_000 }).toContain('while it was away');
    expect(heard).toContain('event: changed');
    abort.abort();
    await reading;
    await redis!.kill();
  });
});
