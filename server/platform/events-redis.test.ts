import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from './log.ts';
import type { EventBus, LiveEvent } from './events.ts';
import { createRedisEventBus } from './events-redis.ts';

const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);
const typing = { conversation: 1, profile: 2 };

describe.skipIf(!program)('three processes over Redis', () => {
  let url: string;
  let redis: ChildProcess;
  let buses: EventBus[];

  beforeAll(async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    url = `redis://127.0.0.1:${port}`;
    redis = startRedis(port);
    buses = [1, 2, 3].map(() => createRedisEventBus(url, createLog({ production: true }, 'silent')));
    await wait(1000);
  });
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    redis.kill();
  });

  const startRedis = (port: number) => spawn(program!, ['--port', String(port), '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });

  const hear = (bus: EventBus, member: number) => {
    const heard: LiveEvent[] = [];
    return { heard, stop: bus.subscribe(member, (event) => heard.push(event)) };
  };

  test('an event reaches the streams of every process once, and nobody else', async () => {
    const streams = buses.map((bus) => hear(bus, 7));
    const other = hear(buses[1]!, 8);
    await wait(200);
    buses[0]!.emit(7, 'typing', typing, 5);
    await expect.poll(() => streams.map(({ heard }) => heard.length)).toEqual([1, 1, 1]);
    await wait(100);
    expect(streams.map(({ heard }) => heard)).toEqual(Array(3).fill([{ name: 'typing', data: typing, id: 5 }]));
    expect(other.heard).toEqual([]);
    for (const { stop } of [...streams, other]) stop();
  });

  test('each process knows who is connected elsewhere, also one that begins later', async () => {
    const { stop } = hear(buses[0]!, 9);
    await expect.poll(() => buses.map((bus) => bus.isConnected(9))).toEqual([true, true, true]);
    const late = createRedisEventBus(url, createLog({ production: true }, 'silent'));
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
    await wait(200);
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    buses[0]!.emit(11, 'typing', typing);
    expect(own.heard).toHaveLength(1);
    redis = startRedis(Number(new URL(url).port));
    await expect
      .poll(
        () => {
          buses[0]!.emit(11, 'typing', typing);
          return other.heard.length;
        },
        { timeout: 15_000, interval: 300 },
      )
      .toBeGreaterThan(0);
    own.stop();
    other.stop();
  }, 30_000);
});
