import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemAt } from '#contract/must.ts';
import { redisProgram, startRedis, type TestRedis } from '#support/services/redis/redis.ts';
import { withDeadline } from '../deadline.ts';
import { createLog } from '../log.ts';
import { createRedisEventBus } from './events-redis.ts';
import type { EventBus, LiveEvent } from './events.ts';

const typing = { conversation: 1, profile: 2 };
/**
 * Marker events. Tests send them until every process has received one, and again after the tested action. A
 * channel preserves its order, so a second marker proves that nothing is still on its way.
 */
const mark = { conversation: 0, profile: 0 };

describe.skipIf(!redisProgram)('three processes over Redis', () => {
  let redis: TestRedis;
  let buses: EventBus[];

  beforeAll(async () => {
    redis = await startRedis();
    buses = [1, 2, 3].map(() =>
      createRedisEventBus(redis.address, createLog({ production: true }, 'silent')),
    );
  });
  afterAll(async () => {
    await Promise.all((buses ?? []).map((bus) => bus.close()));
    await redis?.kill();
  });

  const hear = (bus: EventBus, member: number) => {
    const heard: LiveEvent[] = [];
    return { heard, stop: bus.subscribe(member, (event) => heard.push(event)) };
  };
  type Ear = ReturnType<typeof hear>;

  const allHear = async (bus: EventBus, member: number, ears: Ear[]) => {
    const before = ears.map(({ heard }) => heard.length);
    await expect
      .poll(() => {
        bus.emit(member, 'typing', mark);
        return ears.map(({ heard }, index) => heard.length > before[index]!);
      })
      .toEqual(ears.map(() => true));
  };
  const withoutMarks = ({ heard }: Ear) =>
    heard.filter(({ data }) => (data as typeof typing).conversation !== 0);

  test('delivers an event once to the member’s streams in every process, and to nobody else', async () => {
    const streams = buses.map((bus) => hear(bus, 7));
    const other = hear(buses[1]!, 8);
    await allHear(buses[0]!, 7, streams);
    buses[0]!.emit(7, 'typing', typing, 5);
    await expect.poll(() => streams.map((ear) => withoutMarks(ear).length)).toEqual([1, 1, 1]);
    await allHear(buses[0]!, 7, streams);
    expect(streams.map(withoutMarks)).toEqual(Array(3).fill([{ name: 'typing', data: typing, id: 5 }]));
    expect(other.heard).toEqual([]);
    for (const { stop } of [...streams, other]) stop();
  });

  test('leaves a Redis that accepts and never answers within seconds, and catches up afterwards', async () => {
    const [sender, receiver] = [itemAt(buses, 0), itemAt(buses, 1)];
    const stream = hear(receiver, 71);
    await allHear(sender, 71, [stream]);
    const gaps: number[] = [];
    receiver.onGap?.((lostAt) => void gaps.push(lostAt));
    redis.pause();
    await wait(6000);
    redis.resume();
    await expect.poll(() => gaps.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await allHear(sender, 71, [stream]);
    stream.stop();
  }, 40_000);

  test('closes within seconds at any moment of a lost connection', async () => {
    const closing = Array.from({ length: 12 }, () =>
      createRedisEventBus(redis.address, createLog({ production: true }, 'silent')),
    );
    const ears = closing.map((bus) => hear(bus, 72));
    await Promise.all(closing.map((bus) => allHear(bus, 72, ears)));
    const killed = redis.kill();
    await Promise.all(
      closing.map(async (bus, turns) => {
        for (let turn = 0; turn < turns; turn++) await setImmediate();
        await withDeadline(5000, 'Closing a bus', () => bus.close());
      }),
    );
    await killed;
    redis.start();
  }, 20_000);

  test('reports connected members to every process, even if it started later', async () => {
    const { stop } = hear(buses[0]!, 9);
    await expect.poll(() => buses.map((bus) => bus.isConnected(9))).toEqual([true, true, true]);
    const late = createRedisEventBus(redis.address, createLog({ production: true }, 'silent'));
    await expect.poll(() => late.isConnected(9)).toBe(true);
    stop();
    await expect
      .poll(() => [...buses, late].map((bus) => bus.isConnected(9)))
      .toEqual([false, false, false, false]);
    await late.close();
  });

  test('delivers messages between processes to all of them, including the sender', async () => {
    const heard: unknown[] = [];
    const stops = buses.map((bus) => bus.onPublish('sessions_changed', (payload) => heard.push(payload)));
    buses[2]!.publish('sessions_changed', { member_id: 4 });
    await expect.poll(() => heard).toEqual(Array(3).fill({ member_id: 4 }));
    for (const stop of stops) stop();
  });

  test('serves a process’s own streams while Redis is unavailable, and rejoins the others afterwards', async () => {
    const [own, other] = [hear(buses[0]!, 11), hear(buses[1]!, 11)];
    await allHear(buses[0]!, 11, [own, other]);
    await redis.kill();
    buses[0]!.emit(11, 'typing', typing);
    expect(withoutMarks(own)).toHaveLength(1);
    redis.start();
    await allHear(buses[0]!, 11, [other]);
    own.stop();
    other.stop();
  });

  test('reports a gap to the process that lost its connection, and to the processes that missed its messages', async () => {
    const begun = performance.now();
    const gaps = buses.map(() => [] as number[]);
    buses.forEach((bus, index) => bus.onGap!((lostAt) => void gaps[index]!.push(lostAt)));
    await redis.kill();
    redis.start();
    await expect
      .poll(() => gaps.map((ofBus) => ofBus.length > 0), { timeout: 10_000 })
      .toEqual([true, true, true]);
    for (const lostAt of gaps.flat()) {
      expect(lostAt).toBeGreaterThan(begun - 1000);
      expect(lostAt).toBeLessThan(performance.now());
    }
  });
});
