import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { withDeadline } from '../deadline.ts';
import type { Log } from '../log.ts';
import { createLocalEventBus, type EventBus, type LiveEvent } from './events.ts';
import type { RedisAddress } from './redis-address.ts';
import { reconnectWhenSilent } from './redis-watch.ts';
import { openRedis } from './redis.ts';

/**
 * Interval at which a process announces the members with streams in it, and the silence after which it counts
 * as stopped.
 */
const ROLL_CALL_MS = 30_000;
const GONE_MS = 75_000;
/** The time given to a connection for its last messages when the process ends. */
const QUIT_MS = 1000;

const MEMBER = 'live:member:';
const TOPIC = 'live:topic';
const CONNECTED = 'live:connected';

interface MemberWord {
  from: string;
  event: LiveEvent;
}
interface TopicWord {
  from: string;
  topic: string;
  payload: unknown;
}
interface ConnectedWord {
  from: string;
  /**
   * All members with a stream in the process, or those who connected and left since the last announcement.
   */
  all?: number[];
  came?: number;
  left?: number;
  /** Set by a process that just started, to request the others' announcements. */
  asks?: boolean;
  /** Messages that the process sent in this many past milliseconds may be lost. */
  unheardMs?: number;
}

/**
 * The event bus of several processes, over Redis or Valkey 7. A process subscribes to a member's channel only
 * while it has a stream of that member. Local listeners are served directly, so without Redis each process
 * still serves its own members. Once Redis is back, `onGap` catches up missed events from the database.
 */
export function createRedisEventBus(address: RedisAddress, log: Log): EventBus {
  const me = randomUUID();
  const local = createLocalEventBus();
  const publisher = connect(address, log);
  const subscriber = connect(address, log);
  const listening = new Map<number, number>();
  const elsewhere = createRollCall();
  const gapListeners: ((lostAt: number) => void)[] = [];
  const tellGap = (lostAt: number) => gapListeners.forEach((listener) => listener(lostAt));

  const say = (channel: string, word: MemberWord | TopicWord | ConnectedWord) => {
    if (publisher.status === 'ready') publisher.publish(channel, JSON.stringify(word)).catch(() => {});
  };
  const sayConnected = (word: Omit<ConnectedWord, 'from'>) => say(CONNECTED, { from: me, ...word });

  onReturn(publisher, (lostAt) => {
    sayConnected({
      all: [...listening.keys()],
      asks: true,
      ...(lostAt === null ? {} : { unheardMs: Math.ceil(performance.now() - lostAt) }),
    });
  });
  onReturn(subscriber, async (lostAt) => {
    // This resolves after the channels that ioredis resubscribes to automatically.
    await subscriber.subscribe(TOPIC, CONNECTED);
    // The answers to the publisher's request may have arrived before this process was subscribed.
    sayConnected({ all: [...listening.keys()], asks: true });
    if (lostAt !== null) tellGap(lostAt);
  });
  const rollCall = setInterval(() => {
    sayConnected({ all: [...listening.keys()] });
    elsewhere.forgetGone();
  }, ROLL_CALL_MS).unref();

  subscriber.on('message', (channel: string, text: string) => {
    const word = JSON.parse(text) as MemberWord & TopicWord & ConnectedWord;
    if (word.from === me) return;
    if (channel === TOPIC) local.publish(word.topic, word.payload);
    else if (channel === CONNECTED) {
      elsewhere.hear(word);
      if (word.unheardMs !== undefined) tellGap(performance.now() - word.unheardMs);
      if (word.asks) sayConnected({ all: [...listening.keys()] });
    } else local.emit(Number(channel.slice(MEMBER.length)), word.event.name, word.event.data, word.event.id);
  });

  return {
    emit(member, name, data, id) {
      local.emit(member, name, data, id);
      if (!elsewhere.isEmpty())
        say(MEMBER + member, { from: me, event: { name, data, ...(id !== undefined && { id }) } });
    },
    subscribe(member, listener) {
      const stop = local.subscribe(member, listener);
      const before = listening.get(member) ?? 0;
      listening.set(member, before + 1);
      if (before === 0) {
        subscriber.subscribe(MEMBER + member).catch(() => {});
        sayConnected({ came: member });
      }
      return () => {
        stop();
        const left = (listening.get(member) ?? 1) - 1;
        if (left > 0) return void listening.set(member, left);
        listening.delete(member);
        subscriber.unsubscribe(MEMBER + member).catch(() => {});
        sayConnected({ left: member });
      };
    },
    isConnected: (member) => local.isConnected(member) || elsewhere.has(member),
    publish(topic, payload) {
      local.publish(topic, payload);
      say(TOPIC, { from: me, topic, payload });
    },
    onPublish: (topic, listener) => local.onPublish(topic, listener),
    onGap: (listener) => void gapListeners.push(listener),
    async close() {
      clearInterval(rollCall);
      sayConnected({ all: [] });
      await local.close();
      await disconnect(publisher, subscriber);
    },
  };
}

/** Sends what is still queued, unless Redis does not answer: then `quit` would wait for its return. */
async function disconnect(publisher: Redis, subscriber: Redis): Promise<void> {
  if (publisher.status === 'ready')
    await withDeadline(QUIT_MS, 'Closing the connection to Redis', () => publisher.quit()).catch(() => {});
  publisher.disconnect();
  subscriber.disconnect();
}

function connect(address: RedisAddress, log: Log): Redis {
  const redis = openRedis(address, {
    maxRetriesPerRequest: null,
    enableOfflineQueue: true,
    connectTimeout: 2000,
    retryStrategy: (tries) => Math.min(100 * tries, 3000),
  });
  let told = false;
  redis.on('error', (error) => {
    if (!told) log.warn({ err: error }, 'Redis is unavailable: live events stay within this process');
    told = true;
  });
  redis.on('ready', () => (told = false));
  reconnectWhenSilent(redis);
  return redis;
}

function onReturn(redis: Redis, back: (lostAt: number | null) => Promise<void> | void): void {
  let lostAt: number | null = null;
  redis.on('close', () => (lostAt ??= performance.now()));
  redis.on('ready', () => {
    const since = lostAt;
    lostAt = null;
    void Promise.resolve(back(since)).catch(() => {});
  });
}

function createRollCall() {
  const processes = new Map<string, { members: Set<number>; heard: number }>();
  return {
    hear({ from, all, came, left }: ConnectedWord) {
      const known = processes.get(from) ?? { members: new Set<number>(), heard: 0 };
      processes.set(from, known);
      known.heard = performance.now();
      if (all) known.members = new Set(all);
      if (came !== undefined) known.members.add(came);
      if (left !== undefined) known.members.delete(left);
    },
    isEmpty: () => processes.size === 0,
    has: (member: number) => processes.values().some(({ members }) => members.has(member)),
    forgetGone() {
      for (const [id, { heard }] of processes) if (performance.now() - heard > GONE_MS) processes.delete(id);
    },
  };
}
