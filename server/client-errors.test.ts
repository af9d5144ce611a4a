import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { pageError } from './client-errors.ts';

// Errors of pages reach the log and the service of SENTRY_DSN as locations in the code, without members'
// texts.

const site = testApp();
const strict = testApp({ LIMITS_SCALE: '1' });
const chromium = [
  'TypeError: Cannot read properties of undefined',
  '    at send (https://liaison.example/assets/chat-4Fa_x.js:1:2345)',
  '    at async https://liaison.example/assets/index-b.js?v=my%20secret:7:8',
  '    at my secret words',
].join('\n');

test('logs a page error with its location in the code and the pattern of its path', async () => {
  const lines: unknown[][] = [];
  const { error } = site.app.log;
  site.app.log.error = ((...line: unknown[]) => void lines.push(line)) as never;
  try {
    const body = {
      name: 'TypeError',
      message: 'Cannot read properties of undefined',
      stack: chromium,
      path: '/en/chats/123?secret=1',
    };
    expect((await site.visitor().call('clientError', { body })).status).toBe(202);
    expect(
      (await site.visitor().call('clientError', { body: { ...body, path: '/en/activate/kJ81-aa_secret' } }))
        .status,
    ).toBe(202);
    expect(
      (await site.visitor().call('clientError', { body: { ...body, stack: 'x'.repeat(9000) } })).status,
    ).toBe(400);
  } finally {
    site.app.log.error = error;
  }
  expect(lines.map(([details]) => (details as { path: string }).path)).toEqual([
    '/en/chats/:id',
    '/en/activate/:token',
  ]);
  const { err } = lines[0]![0] as { err: Error };
  expect([err.name, err.message]).toEqual(['TypeError', 'Cannot read properties of undefined']);
  expect(err.stack!.split('\n').slice(1)).toEqual([
    '    at send (assets/chat-4Fa_x.js:1:2345)',
    '    at ? (assets/index-b.js:7:8)',
  ]);
});

test('logs at most ten page errors per IP address in ten minutes', async () => {
  const { error } = strict.app.log;
  let written = 0;
  strict.app.log.error = (() => void (written += 1)) as never;
  try {
    const body = { name: 'TypeError', message: 'x is not a function', stack: '', path: '/en/members' };
    const tell = (address: string) => strict.visitor(address).call('clientError', { body });
    for (let n = 0; n < 10; n++) expect((await tell('192.0.2.1')).status).toBe(202);
    expect(await tell('192.0.2.1')).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
    expect(written).toBe(10);
    expect((await tell('192.0.2.2')).status).toBe(202);
  } finally {
    strict.app.log.error = error;
  }
});

test('strips quoted text from error messages, and everything but code positions from stacks', () => {
  const firefox =
    'send@https://liaison.example/assets/chat.js:1:23\nhello Anna, call 0612345678\n@https://liaison.example/assets/b.js:4:5';
  const error = pageError({
    name: 'Anna says hello',
    message: `Unexpected token 'h', "hello 'dear' Anna" is not valid JSON at 0612345678`,
    stack: firefox,
  });
  expect(error.name).toBe('Error');
  expect(error.message).toBe('Unexpected token … is not valid JSON at …');
  expect(error.stack).toBe(
    `Error: ${error.message}\n    at send (assets/chat.js:1:23)\n    at ? (assets/b.js:4:5)`,
  );
  expect(
    pageError({
      name: 'Error',
      message: 'Minified React error #418; visit https://react.dev/errors/418?args[]=secret',
      stack: '',
    }).message,
  ).toBe('Minified React error #418');
});
