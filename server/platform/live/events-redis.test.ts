import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisProgram, startRedis, type TestRedis } from '#support/services/redis.ts';
import { createLog } from '../log.ts';
import type { EventBus, LiveEvent } from './events.ts';
import { createRedisEventBus } from './events-redis.ts';

const typing = { conversation: 1, profile: 2 };
/** Sent until everybody hears, and after what is looked at: a channel keeps its order. */
const mark = { conversation: 0, profile: 0 };

describe.skipIf(!redisProgram)('three processes over Redis', () => {
  let redis: TestRedis;
  let buses: EventBus[];

  beforeAll(async () => {
    redis = await startRedis();
    buses = [1, 2, 3].map(() => createRedisEventBus(redis.url, createLog({ production: true }, 'silent')));
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

  /** Emits marks from a bus until all hear one more. */
  const allHear = async (bus: EventBus, member: number, ears: Ear[]) => {
    const before = ears.map(({ heard }) => heard.length);
    await expect
      .poll(() => {
        bus.emit(member, 'typing', mark);
        return ears.map(({ heard }, index) => heard.length > before[index]!);
      })
      .toEqual(ears.map(() => true));
  };
  const withoutMarks = ({ heard }: Ear) => heard.filter(({ data }) => (data as typeof typing).conversation !== 0);

  test('an event reaches the streams of every process once, and nobody else', async () => {
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

  test('each process knows who is connected elsewhere, also one that begins later', async () => {
    const { stop } = hear(buses[0]!, 9);
    await expect.poll(() => buses.map((bus) => bus.isConnected(9))).toEqual([true, true, true]);
    const late = createRedisEventBus(redis.url, createLog({ production: true }, 'silent'));
    await expect.poll(() => late.isConnected(9)).toBe(true);
    stop();
    await expect.poll(() => [...buses, late].map((bus) => bus.isConnected(9))).toEqual([false, false, false, false]);
    await late.close();
  });

  test('what processes tell each other is heard by all, the teller too', async () => {
    const heard: unknown[] = [];
    const stops = buses.map((bus) => bus.onPublish('sessions_changed', (payload) => heard.push(payload)));
    buses[2]!.publish('sessions_changed', { member_id: 4 });
    await expect.poll(() => heard).toEqual(Array(3).fill({ member_id: 4 }));
    for (const stop of stops) stop();
  });

  test('while Redis is away a process serves its own streams, and joins the others again afterwards', async () => {
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

  test('a loss is told to the process that could not hear, and to those that could not hear another', async () => {
    const begun = performance.now();
    const gaps = buses.map(() => [] as number[]);
    buses.forEach((bus, index) => bus.onGap!((lostAt) => void gaps[index]!.push(lostAt)));
    await redis.kill();
    redis.start();
    await expect.poll(() => gaps.map((ofBus) => ofBus.length > 0), { timeout: 10_000 }).toEqual([true, true, true]);
    for (const lostAt of gaps.flat()) {
      expect(lostAt).toBeGreaterThan(begun - 1000);
      expect(lostAt).toBeLessThan(performance.now());
    }
  });
});
