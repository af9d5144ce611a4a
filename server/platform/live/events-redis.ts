import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { createLocalEventBus, type EventBus, type LiveEvent } from './events.ts';
import type { Log } from '../log.ts';

/** How often a process says whose streams it holds, and after how long without a word it counts as gone. */
const ROLL_CALL_MS = 30_000;
const GONE_MS = 75_000;

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
  /** All whose streams the process holds, or who came and left since. */
  all?: number[];
  came?: number;
  left?: number;
  /** A process that just began wants to hear from the others. */
  asks?: boolean;
  /** What it said during the last so many milliseconds may not have been heard. */
  unheardMs?: number;
}

/**
 * The bus of many processes, over Redis or Valkey 7. A process hears of a member only while it holds a stream of that
 * member. Its own listeners are served directly, so that without Redis the site works on one process's view; what others
 * said meanwhile is caught up from the database once Redis is back (`onGap`).
 */
export function createRedisEventBus(url: string, log: Log): EventBus {
  const me = randomUUID();
  const local = createLocalEventBus();
  const publisher = connect(url, log);
  const subscriber = connect(url, log);
  const listening = new Map<number, number>();
  const elsewhere = createRollCall();
  const gapListeners: ((lostAt: number) => void)[] = [];
  const tellGap = (lostAt: number) => gapListeners.forEach((listener) => listener(lostAt));

  const say = (channel: string, word: MemberWord | TopicWord | ConnectedWord) => {
    if (publisher.status === 'ready') publisher.publish(channel, JSON.stringify(word)).catch(() => {});
  };
  const sayConnected = (word: Omit<ConnectedWord, 'from'>) => say(CONNECTED, { from: me, ...word });

  // Connected members are announced again whenever the connection returns.
  onReturn(publisher, (lostAt) => {
    sayConnected({ all: [...listening.keys()], asks: true, ...(lostAt === null ? {} : { unheardMs: Math.ceil(performance.now() - lostAt) }) });
  });
  onReturn(subscriber, async (lostAt) => {
    // Answered after the channels that ioredis subscribes to again by itself.
    await subscriber.subscribe(TOPIC, CONNECTED);
    if (lostAt === null) return;
    sayConnected({ all: [...listening.keys()], asks: true });
    tellGap(lostAt);
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
      if (!elsewhere.isEmpty()) say(MEMBER + member, { from: me, event: { name, data, ...(id !== undefined && { id }) } });
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
      await Promise.allSettled([publisher.status === 'ready' ? publisher.quit() : publisher.disconnect(), subscriber.disconnect()]);
    },
  };
}

function connect(url: string, log: Log): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null, enableOfflineQueue: true, retryStrategy: (tries) => Math.min(100 * tries, 3000) });
  let told = false;
  redis.on('error', (error) => {
    if (!told) log.warn({ err: error }, 'Redis is away: live events stay within this process');
    told = true;
  });
  redis.on('ready', () => (told = false));
  return redis;
}

/** Calls `back` each time a connection is ready, with when it was lost before; null the first time. */
function onReturn(redis: Redis, back: (lostAt: number | null) => Promise<void> | void): void {
  let lostAt: number | null = null;
  redis.on('close', () => (lostAt ??= performance.now()));
  redis.on('ready', () => {
    const since = lostAt;
    lostAt = null;
    void Promise.resolve(back(since)).catch(() => {});
  });
}

/** Who has streams at other processes, as they told. */
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
