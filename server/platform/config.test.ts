import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'liaison-config-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const secret = 'a secret for tests, long enough to be taken';
const production = {
  NODE_ENV: 'production',
  SECRET: secret,
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'hello@liaison.example',
  PUBLIC_URL: 'https://liaison.example/',
  VEROTEL_SHOP_ID: '1',
  VEROTEL_SIGNATURE_KEY: 'key',
};

test('refuses a misspelt NODE_ENV, which would start a real site with demo members', () => {
  for (const NODE_ENV of ['Production', 'prod', 'live'])
    expect(() => readConfig({ ...production, NODE_ENV })).toThrow(
      `NODE_ENV must be one of production, development, test, not "${NODE_ENV}".`,
    );
  expect(readConfig({ DATA_DIR: dataDir, NODE_ENV: 'development' }).production).toBe(false);
});

test('starts without any variable, with a stand-in for each external service', () => {
  const config = readConfig({ DATA_DIR: dataDir });
  expect(config).toMatchObject({
    production: false,
    role: 'all',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    database: { url: null },
    mail: { smtpUrl: null },
    gateways: { sandbox: {}, mollie: null, verotel: null, btcpay: null },
    limitsScale: 1,
    demoMembers: 500,
    trustProxy: [],
  });
});

test('creates the secret once, readable only by its owner, and derives the push keys from it', () => {
  const first = readConfig({ DATA_DIR: dataDir });
  const second = readConfig({ DATA_DIR: dataDir });
  expect(second.secret).toBe(first.secret);
  expect(second.vapid).toEqual(first.vapid);
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
  expect(Buffer.from(first.vapid.publicKey, 'base64url')).toHaveLength(65);
  expect(readConfig({ SECRET: secret }).vapid).not.toEqual(first.vapid);
});

test('starts in production when every required service is configured, without demo members', () => {
  const config = readConfig(production);
  expect(config).toMatchObject({
    production: true,
    publicUrl: 'https://liaison.example',
    demoMembers: 0,
    gateways: { sandbox: null },
  });
});

test.each([
  ['SECRET', { SECRET: undefined }],
  ['SECRET', { SECRET: 'short' }],
  ['SMTP_URL', { SMTP_URL: undefined }],
  ['MAIL_FROM', { MAIL_FROM: '' }],
  ['PUBLIC_URL', { PUBLIC_URL: undefined }],
  ['sandbox gateway', { VEROTEL_SHOP_ID: undefined, VEROTEL_SIGNATURE_KEY: undefined }],
  ['VEROTEL_SIGNATURE_KEY', { VEROTEL_SIGNATURE_KEY: undefined }],
  [
    'BTCPAY_WEBHOOK_SECRET go together',
    { BTCPAY_URL: 'https://btcpay.example', BTCPAY_STORE_ID: 'store', BTCPAY_API_KEY: 'key' },
  ],
  ['demo members', { DEMO_MEMBERS: '500' }],
  ['LIMITS_SCALE', { LIMITS_SCALE: '10' }],
  ['SECRET is too easy to guess', { SECRET: 'ab'.repeat(20) }],
  ['Production needs https in PUBLIC_URL', { PUBLIC_URL: 'http://liaison.example' }],
  ['Production needs https in PUBLIC_URL', { PUBLIC_URL: 'http://localhost.example' }],
  ['Production refuses a test key of Mollie', { MOLLIE_API_KEY: 'test_a_key_of_the_developers' }],
  ['PROCESSES needs REDIS_URL', { PROCESSES: '4' }],
])('production refuses to start: %s', (words, change) => {
  expect(() => readConfig({ ...production, ...change })).toThrow(words);
});

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'production accepts an address of the own machine without TLS: %s',
  (PUBLIC_URL) => {
    expect(readConfig({ ...production, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
  },
);

test('a developer may use a test key of Mollie and an address without TLS', () => {
  const env = { SECRET: 'x'.repeat(32), MOLLIE_API_KEY: 'test_key', PUBLIC_URL: 'http://liaison.example' };
  expect(readConfig(env)).toMatchObject({ gateways: { mollie: { apiKey: 'test_key' } } });
});

test('production names every missing variable at once', () => {
  expect(() => readConfig({ ...production, SECRET: '', SMTP_URL: '', PUBLIC_URL: '' })).toThrow(
    /^Production needs SECRET: .+; SMTP_URL: .+; PUBLIC_URL: .+\.$/,
  );
});

test.each([
  [{ PORT: '70000' }, 'PORT'],
  [{ PORT: 'http' }, 'PORT'],
  [{ ROLE: 'boss' }, 'ROLE'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY'],
  [{ LIMITS_SCALE: '0' }, 'LIMITS_SCALE'],
  [{ MAIL_WEBHOOK_SECRET: 'x'.repeat(23) }, 'MAIL_WEBHOOK_SECRET'],
  [
    {
      BTCPAY_URL: 'btcpay.example',
      BTCPAY_STORE_ID: 'store',
      BTCPAY_API_KEY: 'key',
      BTCPAY_WEBHOOK_SECRET: 'webhook',
    },
    'BTCPAY_URL',
  ],
])('names the variable of an invalid value: %o', (env, name) => {
  expect(() => readConfig({ SECRET: secret, ...env })).toThrow(name);
});

test('trusts proxies by network', () => {
  expect(readConfig({ SECRET: secret, TRUST_PROXY: '10.0.0.0/8, 192.168.1.1 ::1' }).trustProxy).toEqual([
    '10.0.0.0/8',
    '192.168.1.1',
    '::1',
  ]);
});

test('reads the TURN server of calls, and refuses half of it', () => {
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env }).turn;
  const TURN_URLS = 'turn:turn.example.com:3478, turns:[2001:db8::1]:443?transport=tcp';
  expect(read({})).toBeNull();
  expect(read({ TURN_URLS, TURN_SECRET: 'x' })).toEqual({
    urls: ['turn:turn.example.com:3478', 'turns:[2001:db8::1]:443?transport=tcp'],
    secret: 'x',
  });
  expect(() => read({ TURN_URLS })).toThrow('TURN_URLS and TURN_SECRET belong together');
  expect(() => read({ TURN_SECRET: 'x' })).toThrow('TURN_URLS and TURN_SECRET belong together');
  expect(() => read({ TURN_URLS: 'stun:turn.example.com', TURN_SECRET: 'x' })).toThrow('TURN_URLS must be');
});
