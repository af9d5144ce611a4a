import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { databaseForFile } from '#support/database.ts';
import { emptyQueue, retryJobsNow, queuedJobs } from '#support/job-queue.ts';
import type { Config } from '../config.ts';
import { inTransaction } from '../database/index.ts';
import { createJobs, type Jobs } from '../jobs.ts';
import { createLimits } from '../limits.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { createOutbox } from './outbox.ts';
import { createReturnPaths } from './return-path.ts';

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

const database = databaseForFile(5);
let jobs: Jobs;

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
  jobs = createJobs({ url: database.url, log });
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
