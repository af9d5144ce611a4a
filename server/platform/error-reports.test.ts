import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startReceiver, type Receiver } from '#support/services/receiver.ts';
import { createErrorReports } from './error-reports.ts';
import { createLog } from './log.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const dsnOf = ({ url }: Receiver) => `${url.replace('http://', 'http://public-key@')}/errors/42`;
const silence = { write() {} };
const start = () => {
  const reports = createErrorReports(dsnOf(receiver), { release: '0.1.0', production: true });
  return { reports, log: createLog({ production: true }, 'info', silence, reports) };
};

test('reports a logged error once, with its route and stack, and without personal data', async () => {
  const { reports, log } = start();
  const fail = (text: string) =>
    Object.assign(new Error(`could not write to private.person@example.org at +31612345678`), {
      code: 'EFAIL',
      detail: text,
    });
  for (const word of ['first secret', 'second secret']) {
    log.error(
      { err: fail(word), path: '/api/chat.php', text: word, cookie: 'auth=secret' },
      'unexpected error for private.person@example.org',
    );
  }
  await reports.flush();
  expect(receiver.requests).toHaveLength(1);
  const [{ path, headers, body }] = receiver.requests as [(typeof receiver.requests)[0]];
  expect(path).toBe('/errors/api/42/envelope/');
  expect(headers['x-sentry-auth']).toContain('sentry_key=public-key');
  const [, , event] = body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(event).toMatchObject({
    level: 'error',
    environment: 'production',
    release: 'liaison@0.1.0',
    transaction: '/api/chat.php',
    tags: { code: 'EFAIL' },
  });
  const [{ type, stacktrace }] = event.exception.values;
  expect(type).toBe('Error');
  expect(stacktrace.frames.at(-1)).toMatchObject({
    filename: 'server/platform/error-reports.test.ts',
    in_app: true,
  });
  expect(body).not.toMatch(/private\.person|31612345678|secret/);
});

test('reports the job’s name, and no warnings or lines without an error', async () => {
  const { reports, log } = start();
  log.warn({ err: new Error('a dependency is unavailable') }, 'warning');
  log.error('just words');
  log.child({ job: 'mail' }).error({ err: new Error('no route') }, 'failed');
  await reports.flush();
  expect(receiver.requests.map(({ body }) => JSON.parse(body.trim().split('\n')[2]!).transaction)).toEqual([
    'mail',
  ]);
});

test('limits a burst of errors, and pauses when the service answers 429', async () => {
  const { reports, log } = start();
  for (let n = 0; n < 100; n++)
    log.error({ err: Object.assign(new Error('storm'), { name: `Fault${n}` }) }, 'storm');
  await reports.flush();
  expect(receiver.requests).toHaveLength(20);

  const busy = await startReceiver(429);
  const held = createErrorReports(dsnOf(busy), { release: '0.1.0', production: true });
  const send = async (type: string) => {
    held.take({ type, message: 'x', stack: '' }, 'x', undefined);
    await held.flush();
  };
  await send('first');
  await send('second');
  expect(busy.requests).toHaveLength(1);
  busy.close();
});

test('sends errors again after the pause that a 429 asked for, in seconds or as a date', async () => {
  const later = new Date(Date.now() + 300_000).toUTCString();
  for (const retryAfter of ['300', later, 'soon', '']) {
    const busy = await startReceiver(429, { 'retry-after': retryAfter });
    const held = createErrorReports(dsnOf(busy), { release: '0.1.0', production: true });
    const send = async () => {
      held.take({ type: 'Error', message: 'x', stack: '' }, 'x', undefined);
      await held.flush();
      return busy.requests.length;
    };
    const clock = vi.spyOn(Date, 'now');
    const real = Date.now();
    expect(await send()).toBe(1);
    clock.mockReturnValue(real + 200_000);
    expect(await send(), retryAfter).toBe(retryAfter === '300' || retryAfter === later ? 1 : 2);
    clock.mockReturnValue(real + 700_000);
    expect(await send(), retryAfter).toBeGreaterThan(retryAfter === 'soon' || retryAfter === '' ? 2 : 1);
    clock.mockRestore();
    busy.close();
  }
});

test('ignores an unreachable service', async () => {
  receiver.close();
  const reports = createErrorReports('http://key@127.0.0.1:1/1', { release: '0.1.0', production: false });
  reports.take({ type: 'Error', message: 'x', stack: '' }, 'x', undefined);
  await reports.flush();
});
