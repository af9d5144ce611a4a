import { afterEach, beforeEach, expect, test, vi } from 'vitest';

class Stream extends EventTarget {
  static OPEN = 1;
  static CLOSED = 2;
  static all: Stream[] = [];
  readyState = 1;
  onerror: (() => void) | null = null;
  url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Stream.all.push(this);
  }
  close() {
    this.readyState = 2;
  }
  say(name: string, data: object, lastEventId = '') {
    this.dispatchEvent(Object.assign(new Event(name), { data: JSON.stringify(data), lastEventId }));
  }
}

beforeEach(() => {
  Stream.all = [];
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('delivers each event only to listeners of that event, until they unsubscribe', async () => {
  const { onLiveEvent, openLiveEvents } = await import('./live-events.ts');
  const heard: unknown[] = [];
  const stop = onLiveEvent('typing', (event) => heard.push(event));
  const close = openLiveEvents(7);
  Stream.all[0]!.say('typing', { profile: 3 });
  Stream.all[0]!.say('read', { conversation: 1 });
  stop();
  Stream.all[0]!.say('typing', { profile: 4 });
  expect(heard).toEqual([{ profile: 3 }]);
  close();
  expect(Stream.all[0]!.readyState).toBe(Stream.CLOSED);
});

test('refetches after a reconnect unless the server can resume from the last message ID', async () => {
  const { onLiveEvent, openLiveEvents } = await import('./live-events.ts');
  const changed: string[] = [];
  const stop = onLiveEvent('changed', ({ what }) => changed.push(what));
  const close = openLiveEvents(7);
  const opens = () => Stream.all[0]!.dispatchEvent(new Event('open'));
  opens();
  Stream.all[0]!.say('typing', { profile: 3 });
  expect(changed).toEqual([]);
  opens();
  expect(changed).toEqual(['chats', 'user', 'likes']);
  Stream.all[0]!.say('typing', { profile: 3 }, '12-mwslns5b');
  opens();
  expect(changed).toHaveLength(3);
  stop();
  close();
});

test('asks for the messages after the newest one of the page', async () => {
  const { openLiveEvents } = await import('./live-events.ts');
  openLiveEvents(7, 12)();
  openLiveEvents(7)();
  expect(Stream.all.map(({ url }) => url)).toEqual(['/api/events.php?since=12', '/api/events.php']);
});

test('reopens a refused stream and refetches what was missed', async () => {
  const { onLiveEvent, openLiveEvents } = await import('./live-events.ts');
  const changed: string[] = [];
  const stop = onLiveEvent('changed', ({ what }) => changed.push(what));
  const close = openLiveEvents(7);
  const [first] = Stream.all;
  first!.readyState = Stream.CLOSED;
  first!.onerror!();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(Stream.all).toHaveLength(2);
  changed.length = 0;
  Stream.all[1]!.dispatchEvent(new Event('open'));
  expect(changed).toEqual(['chats', 'user', 'likes']);
  stop();
  close();
});
