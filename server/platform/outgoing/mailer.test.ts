import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { emptyQueue, retryJobsNow, queuedJobs } from '#support/job-queue.ts';
import type { Config } from '../config.ts';
import { one, inTransaction, openDatabase, type Database } from '../database/index.ts';
import { createJobs, type Jobs } from '../jobs.ts';
import { createLimits } from '../limits.ts';
import { deriveVapidKeys } from '../secrets.ts';
import { registerMailGallery } from './mail-gallery.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { registerOutbox } from './outbox-pages.ts';
import { createOutbox } from './outbox.ts';
import { createPush } from './push.ts';
import { createReturnPaths } from './return-path.ts';
import { createSms } from './sms.ts';

const log = pino({ level: 'silent' });
const secret = 'a secret of at least thirty-two characters';
const config = {
  publicUrl: 'https://liaison.example',
  secret,
  mail: {
    smtpUrl: null as string | null,
    from: 'Liaison <no-reply@liaison.example>',
    returnDomain: 'returns.liaison.example',
    inboundPort: null,
    inboundHost: '127.0.0.1',
    dkim: null as Config['mail']['dkim'],
    webhookSecret: null,
  },
};
const siteOf = async () => ({
  name: 'Liaison',
  mailName: 'Liaison',
  supportEmail: 'help@liaison.example',
  company: 'Liaison B.V.',
});
const anna = { email: 'anna@example.org', name: 'Anna', locale: 'nl' as const, memberId: 7 };
const bram = { id: 9, name: 'Bram', age: 34, city: null, kind: 'member' as const };

let testDatabase: TestDatabase;
let database: Database;
let jobs: Jobs;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, size: 5, pooler: 'none' });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
afterEach(async () => {
  await jobs?.stop();
  await sql`truncate outbox_items`.execute(database.db);
});

function mailerTo(
  smtpUrl: string | null,
  {
    dkim = null,
    onRefused,
  }: { dkim?: Config['mail']['dkim']; onRefused?: Parameters<typeof createMailer>[0]['onRefused'] } = {},
): Mailer {
  jobs = createJobs({ url: testDatabase.url, log });
  return createMailer({
    ...(onRefused && { onRefused }),
    config: { ...config, mail: { ...config.mail, smtpUrl, dkim } },
    db: database.db,
    jobs,
    limits: createLimits({ redis: null, scale: 1 }),
    outbox: createOutbox(database.db),
    log,
    siteOf,
  });
}

async function until<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (let tries = 0; tries < 1200; tries++) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    await wait(50);
  }
  throw new Error('It did not come.');
}

const queue = async () => (await queuedJobs(database.db)).length;

async function smtp(
  onData: (mail: string, to: string[], from: string) => Error | null,
  onRcpt: (address: string) => Error | null = () => null,
) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(onRcpt(address)),
    onData: async (stream, session, done) => {
      const mail = Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>)).toString();
      done(
        onData(
          mail,
          session.envelope.rcptTo.map(({ address }) => address),
          session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        ),
      );
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

test('stores the mail in the outbox once without a mail server, with its links, across restarts', async () => {
  const mailer = mailerTo(null);
  await mailer.send(database.db, 'activation', anna, { token: 'tok' });
  const [queued] = await queuedJobs(database.db);
  // The job runs, is killed before it is marked as done, and runs again.
  await mailer.jobs['mail']!(queued!.payload as never, {} as never);
  await jobs.start(mailer.jobs);
  await until(async () => (await queue()) === 0);
  const items = await createOutbox(database.db).items({ to: 'anna@example.org' });
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    kind: 'mail',
    to: 'anna@example.org',
    subject: 'Bevestig je e-mailadres voor Liaison',
  });
  expect(items[0]!.links).toEqual(['https://liaison.example/activate/done?token=tok']);
});

test('never sends a mail whose transaction rolled back', async () => {
  const mailer = mailerTo(null);
  await inTransaction(database.db, async (tx) => {
    await mailer.send(tx, 'password-changed', anna, { name: 'Anna' });
    throw new Error('rolled back');
  }).catch(() => {});
  expect(await queue()).toBe(0);
});

test('sends HTML, text and one-click unsubscribe by SMTP, and no name can inject a header', async () => {
  const mails: { mail: string; to: string[] }[] = [];
  const server = await smtp((mail, to) => (mails.push({ mail, to }), null));
  const mailer = mailerTo(server.url);
  await mailer.send(
    database.db,
    'new-like',
    { ...anna, name: 'Anna"\r\nBcc: all@example.org' },
    { name: 'Anna', from: { ...bram, name: 'Bram\r\nBcc: all@example.org' } },
  );
  await jobs.start(mailer.jobs);
  await until(() => mails.length === 1);
  await server.close();
  expect(mails[0]!.to).toEqual(['anna@example.org']);
  const mail = await PostalMime.parse(mails[0]!.mail);
  expect(mail.bcc).toBeUndefined();
  expect(mail.from).toMatchObject({ name: 'Liaison', address: 'no-reply@liaison.example' });
  expect(mail.subject).toContain('vindt je leuk');
  expect(mail.html).toContain('Bram');
  expect(mail.text).toContain('Bram');
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  expect(header('list-unsubscribe')).toMatch(
    /^<https:\/\/liaison\.example\/api\/unsubscribe\.php\?token=[\w.-]+>$/,
  );
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

test('signs a mail with DKIM, and adds a return path per recipient', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const mails: { mail: string; from: string }[] = [];
  const server = await smtp((mail, _to, from) => (mails.push({ mail, from }), null));
  const mailer = mailerTo(server.url, {
    dkim: { domainName: 'liaison.example', keySelector: 's1', privateKey },
  });
  await mailer.send(database.db, 'new-message', anna, {
    name: 'Anna',
    from: bram,
    conversation: 3,
    count: 2,
  });
  await jobs.start(mailer.jobs);
  await until(() => mails.length === 1);
  await server.close();
  const record = [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]];
  const { results } = await dkimVerify(mails[0]!.mail, {
    resolver: async (name: string) => (name === 's1._domainkey.liaison.example' ? record : []),
  });
  expect(results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([
    ['pass', 'liaison.example'],
  ]);
  const forged = await dkimVerify(mails[0]!.mail.replace('Bram', 'Bart'), { resolver: async () => record });
  expect(forged.results[0]!.status.result).not.toBe('pass');
  expect(mails[0]!.from).toMatch(/^b\.7\.[0-9a-f]{20}@returns\.liaison\.example$/);
  const [returned] = createReturnPaths(secret).findIn(mails[0]!.from);
  expect(returned!.member).toBe(7);
  expect(returned!.wentTo('Anna@Example.org')).toBe(true);
  expect(returned!.wentTo('anna.new@example.org')).toBe(false);
});

test('reports a permanently refused address once, and a temporarily refused one not at all', async () => {
  const refused: unknown[] = [];
  let answer = Object.assign(new Error('5.1.1 No such user here'), { responseCode: 550 });
  const server = await smtp(
    () => null,
    () => answer,
  );
  const mailer = mailerTo(server.url, { onRefused: async (one) => void refused.push(one) });
  await mailer.send(database.db, 'password-changed', anna, { name: 'Anna' });
  await jobs.start(mailer.jobs);
  await until(async () => (await queue()) === 0);
  expect(refused).toEqual([
    { member: 7, email: 'anna@example.org', status: '5.1.1', key: expect.any(String) },
  ]);
  answer = Object.assign(new Error('4.2.1 <anna@example.org> is busy'), { responseCode: 450 });
  await mailer.send(database.db, 'password-changed', anna, { name: 'Anna' });
  const failed = await until(async () =>
    (await queuedJobs(database.db)).find(({ last_error }) => last_error !== null),
  );
  expect(failed.last_error).not.toContain('anna@example.org');
  expect(refused).toHaveLength(1);
  await jobs.stop();
  await emptyQueue(database.db);
  await server.close();
});

test('adds no unsubscribe header to mail that cannot be switched off', async () => {
  const mails: string[] = [];
  const server = await smtp((mail) => (mails.push(mail), null));
  const mailer = mailerTo(server.url);
  await mailer.send(database.db, 'reset-password', anna, { token: 'tok', hours: 1 });
  await jobs.start(mailer.jobs);
  await until(() => mails.length === 1);
  await server.close();
  expect(mails[0]).not.toMatch(/list-unsubscribe/i);
});

test('retries while the mail server is unavailable, delivers once, and does not retry a permanent refusal', async () => {
  let answer: Error | null = Object.assign(new Error('later'), { responseCode: 451 });
  const mails: string[] = [];
  const server = await smtp((mail) => (answer === null && mails.push(mail), answer));
  const mailer = mailerTo(server.url);
  await mailer.send(database.db, 'password-changed', anna, { name: 'Anna' });
  await jobs.start(mailer.jobs);
  await until(async () =>
    (await queuedJobs(database.db)).some(({ attempts, last_error }) => attempts === 1 && last_error !== null),
  );
  answer = null;
  await retryJobsNow(database.db);
  await until(async () => (await queue()) === 0);
  expect(mails).toHaveLength(1);

  answer = Object.assign(new Error('never'), { responseCode: 550 });
  await mailer.send(database.db, 'password-changed', anna, { name: 'Anna' });
  await until(async () => (await queue()) === 0);
  await server.close();
});

test('shows every mail in the gallery in both themes and any language, with its plain text', async () => {
  const http = Fastify();
  registerMailGallery(http, { publicUrl: config.publicUrl, siteOf });
  const page = (await http.inject('/dev/mails?mail=match&locale=de')).body;
  for (const part of [
    '/dev/mails/match/0?locale=de&amp;scheme=evening',
    'scheme=day',
    '/dev/mails?mail=receipt&amp;locale=de',
  ])
    expect(page).toContain(part);
  const evening = await http.inject('/dev/mails/match/0?locale=de&scheme=evening');
  expect(evening.body).toContain('lang="de"');
  expect(evening.body).toContain('@media all');
  expect((await http.inject('/dev/mails/nothing/0')).statusCode).toBe(404);
  expect((await http.inject('/dev/mails/match/99')).statusCode).toBe(404);
  expect((await http.inject('/dev/mails?mail=__proto__&locale=xx')).statusCode).toBe(200);
});

test('lists and shows mails on the outbox page, whose JSON matches a recipient exactly', async () => {
  const outbox = createOutbox(database.db);
  const http = Fastify();
  registerOutbox(http, outbox);
  await outbox.put(database.db, {
    kind: 'mail',
    to: 'anna@example.org',
    subject: '<b>Hi</b>',
    text: 'hi',
    html: '<head></head><a href="https://liaison.example/x?a=1&amp;b=2">x</a>',
  });
  await outbox.put(database.db, {
    kind: 'sms',
    to: '+31612345678',
    subject: null,
    text: 'Your code is 123456',
    html: null,
  });
  const { items } = (await http.inject('/dev/outbox.json?to=anna@example.org')).json<{ items: object[] }>();
  expect(items).toEqual([
    {
      kind: 'mail',
      to: 'anna@example.org',
      subject: '<b>Hi</b>',
      text: 'hi',
      html: expect.any(String),
      links: ['https://liaison.example/x?a=1&b=2'],
      sent_at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ]);
  expect(
    (await http.inject('/dev/outbox.json'))
      .json<{ items: { kind: string }[] }>()
      .items.map(({ kind }) => kind),
  ).toEqual(['sms', 'mail']);
  expect((await http.inject('/dev/outbox.json?to=anna')).json()).toEqual({ items: [] });
  const page = (await http.inject('/dev/outbox')).body;
  expect(page).toContain('123456');
  expect(page).not.toContain('<b>Hi</b>');
  await http.close();
});

test('sends an SMS to the gateway with its credentials, or to the outbox without a gateway', async () => {
  const taken: { body: string; authorization: string | undefined }[] = [];
  const gateway = createServer(async (request, reply) => {
    taken.push({
      body: Buffer.concat(await Array.fromAsync(request)).toString(),
      authorization: request.headers.authorization,
    });
    reply.end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => gateway.once('listening', resolve));
  jobs = createJobs({ url: testDatabase.url, log });
  const parts = { db: database.db, jobs, outbox: createOutbox(database.db) };
  const real = createSms({
    ...parts,
    config: { secret, smsUrl: `http://me:pass@127.0.0.1:${(gateway.address() as AddressInfo).port}/sms` },
  });
  await real.send(database.db, '+31612345678', 'Your code is 123456');
  await jobs.start(real.jobs);
  await until(() => taken.length === 1);
  expect(JSON.parse(taken[0]!.body)).toMatchObject({ to: '+31612345678', text: 'Your code is 123456' });
  expect(taken[0]!.authorization).toBe(`Basic ${Buffer.from('me:pass').toString('base64')}`);
  await jobs.stop();
  gateway.close();

  const pretend = createSms({ ...parts, config: { secret, smsUrl: null } });
  await pretend.send(database.db, '+31612345678', 'Again 123456');
  await jobs.start(pretend.jobs);
  await until(async () => (await parts.outbox.items({ to: '+31612345678' })).length === 1);
});

test('in production, takes push subscriptions on the default port only, or on one that is listed', () => {
  const push = createPush({
    config: {
      vapid: { ...deriveVapidKeys(secret), subject: 'https://liaison.example' },
      pushHosts: ['push.example.test', '.push.example.org', 'own.example.test:8443'],
      production: true,
    },
    db: database.db,
    jobs: createJobs({ url: testDatabase.url, log }),
    outbox: createOutbox(database.db),
    log,
  });
  const allowed = (host: string) => push.isAllowedEndpoint(`https://${host}/x`);
  expect(['push.example.test', 'eu.push.example.org', 'own.example.test:8443'].map(allowed)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['push.example.test:22', 'eu.push.example.org:22', 'own.example.test'].map(allowed)).toEqual([
    false,
    false,
    false,
  ]);
});

test('stores a push in the outbox, calls allowed services only, and keeps the subscription while a service is unavailable', async () => {
  const host = '127.0.0.1:1';
  jobs = createJobs({ url: testDatabase.url, log });
  const outbox = createOutbox(database.db);
  const push = createPush({
    config: {
      vapid: { ...deriveVapidKeys(secret), subject: 'https://liaison.example' },
      pushHosts: [host],
      production: false,
    },
    db: database.db,
    jobs,
    outbox,
    log,
  });
  const member = (
    await one(
      sql<{
        id: number;
      }>`insert into members (email, language) values ('push@example.org', 'nl') returning id`.execute(
        database.db,
      ),
    )
  ).id;
  const keys = deriveVapidKeys('another secret of thirty-two characters');
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth) values (${member}, ${`http://${host}/x`}, ${keys.publicKey}, ${Buffer.alloc(16, 1).toString('base64url')})`.execute(
    database.db,
  );
  expect(push.isAllowedEndpoint(`http://${host}/x`)).toBe(true);
  expect(push.isAllowedEndpoint('https://evil.example/x')).toBe(false);
  await push.send(database.db, member, { title: 'Bram likes you', body: 'Have a look', path: '/likes' });
  await jobs.start(push.jobs);
  await until(async () => (await outbox.items({ to: 'push@example.org' })).length === 1);
  await until(
    async () => (await queuedJobs(database.db)).filter(({ last_error }) => last_error !== null).length === 1,
  );
  expect(
    (await sql`select from push_subscriptions where member_id = ${member}`.execute(database.db)).rows.length,
  ).toBe(1);
});
