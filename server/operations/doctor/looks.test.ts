import { X509Certificate } from 'node:crypto';
import { chmodSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { FSDriver } from 'flydrive/drivers/fs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { assemble, type Site } from '#server/assemble.ts';
import { readConfig, type Config } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/index.ts';
import { version } from '#server/platform/environment.ts';
import { readGateways } from '#server/platform/gateway-settings.ts';
import { createLog } from '#server/platform/log.ts';
import { storageOn } from '#server/platform/storage.ts';
import { SITES_CHANGED } from '#server/site-settings/index.ts';
import { overrideSettings } from '#support/assembled-site.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { emptyQueue, failJobs, queuedJobs } from '#support/job-queue.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { freePort } from '#support/running-site.ts';
import { makeIssuer } from '#support/services/age-wallet.ts';
import { startStreaming } from '#support/services/standby.ts';
import { judgeCertificate } from './certificate.ts';
import { apart, judgeReplica } from './database-looks.ts';
import { examine, type Finding } from './examine.ts';
import { lookAtDisk, lookAtPages, looksAt } from './looks.ts';

// Each test breaks one part. The doctor must name the part and the remedy.

let database: TestDatabase;
let dataDir: string;
let config: Config;
let site: Site;
let nobody: number;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = makeMemoryFolder('liaison-doctor-');
  config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.url,
    DATABASE_POOL: '2',
  });
  site = await assemble(config, database.appUrl, createLog(config, 'silent'));
  nobody = await freePort();
});
afterAll(async () => {
  await site.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
let mend: () => unknown = () => {};
afterEach(async () => {
  await mend();
  mend = () => {};
});

/** The doctor's finding about one part of a site with these differences. */
async function said(
  part: string,
  broken: { config?: Partial<Config>; site?: Site } = {},
): Promise<Omit<Finding, 'name'>> {
  const looks = looksAt({
    app: (broken.site ?? site).app,
    config: { ...config, ...broken.config },
    ownerUrl: database.url,
  });
  const { value } = await examine(looks.filter(([name]) => name === part)).next();
  return { state: value!.state, found: value!.found };
}
const wrong = (...parts: string[]) => ({
  state: 'problem',
  found: expect.stringMatching(new RegExp(parts.join('.*'), 's')),
});

test('every part of a healthy site passes', async () => {
  const findings = await Array.fromAsync(examine(looksAt({ app: site.app, config, ownerUrl: database.url })));
  expect(findings.filter(({ state, name }) => state === 'problem' && name !== 'Pages')).toEqual([]);
  expect(findings).toHaveLength(23);
});

test('a site in production lacks what the laws of its countries require until the office has it', async () => {
  const companies = () => said('Companies', { config: { production: true } });
  expect(await companies()).toEqual(
    wrong('who represents the company \\(DE, AT', 'dispute body \\(FR', 'data protection officer', 'office'),
  );
  expect((await said('Companies')).state, 'a trial site').toBe('well');
  await sql`update companies set represented_by = 'Rita Recht', dispute_bodies = '{"FR": "CM2C"}',
    privacy_contacts = (select jsonb_object_agg(code, 'dpo@example.test') from unnest(string_to_array('NL BE FR IT ES DE AT IE PL DK FI SE', ' ')) code)`.execute(
    site.app.db,
  );
  site.app.events.publish(SITES_CHANGED, null);
  expect(await companies()).toEqual({
    state: 'well',
    found: 'name what the laws of their countries require',
  });
});

test('reports countries that ask for age checks without a provider', async () => {
  const withoutProvider = () => said('Age checks', { config: { ageProviders: [] } });
  const undecided = 'nobody has decided about the law of GB, FR, IT, DE (site *)';
  expect(await withoutProvider()).toEqual({
    state: 'well',
    found: `no country asks for them; ${undecided}, which is needed before production`,
  });
  const warned = await said('Age checks', { config: { production: true } });
  expect([warned?.state, warned?.found]).toEqual(['warning', expect.stringContaining(`but ${undecided}`)]);
  await overrideSettings(site.app, {
    age_assurance: { DE: 'before_contact', FR: 'at_signup', GB: 'off', IT: 'off' },
  });
  mend = () => overrideSettings(site.app, { age_assurance: {} });
  expect(await said('Age checks')).toEqual({ state: 'well', found: 'by sandbox, office in DE, FR (site *)' });
  expect(await withoutProvider()).toEqual(
    wrong('locked out in DE, FR \\(site \\*\\)', 'AGE_PROVIDERS', 'office'),
  );
});

test('reports expired certificates of issuers of proofs of age', async () => {
  const trusting = async (days: number) => {
    const issuers = [new X509Certificate((await makeIssuer('Authority', { days })).signer.pem)];
    return said('Age checks', { config: { euAge: { issuers, scheme: 'av' } } });
  };
  expect(await trusting(-2)).toEqual(wrong('CN=Authority Signer', 'EU_AGE_ISSUERS'));
  expect((await trusting(2)).state).toBe('well');
});

test('reports sites that offer calls without a TURN server', async () => {
  const turn = { urls: ['turn:turn.example.com:3478'], secret: 'a secret' };
  expect(await said('Calls')).toEqual({ state: 'well', found: 'no site offers them' });
  await overrideSettings(site.app, { video_calls: true });
  mend = () => overrideSettings(site.app, { video_calls: false });
  expect(await said('Calls')).toEqual(wrong('nobody can call on \\*', 'TURN_URLS', 'office'));
  expect(await said('Calls', { config: { turn } })).toEqual({
    state: 'well',
    found: 'through turn:turn.example.com:3478 on *',
  });
});

test('an unavailable database fails every check that needs it, with a remedy', async () => {
  const away = await assemble(config, `postgres://x:y@127.0.0.1:${nobody}/z`, createLog(config, 'silent'));
  mend = () => away.close();
  for (const part of ['Database', 'Connections', 'Clock', 'Ledger', 'Jobs']) {
    expect(await said(part, { site: away }), part).toEqual(wrong('nothing listens there: start it'));
  }
});

test('reports a replica that is current, lags, follows another database, or is unavailable', async () => {
  const streaming = await startStreaming();
  const primary = openDatabase({ url: streaming.url, size: 1, pooler: 'none' });
  const follows = {
    site: { ...site, app: { ...site.app, db: primary.db } },
    config: { database: { ...config.database, replicaUrl: streaming.standbyUrl } },
  };
  try {
    await streaming.caughtUp();
    // The age of the last change does not matter.
    expect(await said('Replica', follows)).toEqual({
      state: 'well',
      found: 'follows, and is up to date',
    });
    expect(await said('Replica', { config: follows.config })).toEqual(
      wrong('follows another database', 'correct DATABASE_REPLICA_URL'),
    );
    await streaming.pause();
    await sql`create table meanwhile as select generate_series(1, 1000)`.execute(primary.db);
    expect(await said('Replica', follows)).toEqual({
      state: 'well',
      found: expect.stringMatching(/^follows, \d+ kB behind/),
    });
    // From here on the lag is a problem.
    expect(() => judgeReplica({ behind: 4096, receives: true, seconds: 31 })).toThrow(
      /^is 4 kB behind, .* paused replay/,
    );
    expect(() => judgeReplica({ behind: 4096, receives: false, seconds: 1 })).toThrow(
      /^receives nothing, 4 kB behind.*primary_conninfo/,
    );
    await streaming.killStandby();
    expect(await said('Replica', follows)).toEqual(wrong('nothing listens there'));
  } finally {
    await primary.close();
    await streaming.close();
  }
});

test('reports a replica that is not a replica, or is unavailable', async () => {
  const at = (replicaUrl: string) => ({ config: { database: { ...config.database, replicaUrl } } });
  expect(await said('Replica', at(database.url))).toEqual(
    wrong('is not a replica', 'search would show other people'),
  );
  expect(await said('Replica', at(`postgres://x:y@127.0.0.1:${nobody}/z`))).toEqual(
    wrong('nothing listens there'),
  );
});

test('reports a role with rights to change the ledger', async () => {
  const owner = { database: { ...config.database, url: database.url } };
  expect(await said('Role', { config: owner })).toEqual(
    wrong('may change ledger_entries', 'DATABASE_OWNER_URL'),
  );
});

test('reports pending migrations', async () => {
  await database.asOwner(
    `update kysely_migration set name = 'x' where name = (select max(name) from kysely_migration)`,
  );
  mend = () => database.asOwner(`delete from kysely_migration where name = 'x'`);
  expect((await said('Migrations')).found).toMatch(/the next start applies|do not fit|corrupted/);
});

test('reports a balance that differs from the ledger', async () => {
  await database.asOwner(`insert into members (language, status, credits) values ('nl', 'active', 30)`);
  mend = () => database.asOwner('delete from members');
  expect(await said('Ledger')).toEqual(wrong('1 faults', 'incidents.md'));
});

test('reports jobs without a worker, that wait too long, or that failed permanently', async () => {
  await site.app.jobs.add(
    site.app.db,
    'mail',
    {},
    { runAt: new Date(Date.now() - 3600_000), maxAttempts: 1 },
  );
  mend = async () => {
    await emptyQueue(site.app.db);
    await database.asOwner('delete from job_workers');
  };
  expect(await said('Jobs')).toEqual(wrong('1 wait and no worker runs', 'ROLE=worker'));
  await database.asOwner(`insert into job_workers (id, seen_at) values ('one', now())`);
  expect(await said('Jobs')).toEqual(wrong('1 wait and none has started', 'restart the process'));
  await site.app.jobs.add(site.app.db, 'at-work');
  const waiting = await queuedJobs(site.app.db, 'at-work');
  await database.asOwner(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'one' where id = ${waiting[0]?.id}`,
  );
  expect(await said('Jobs')).toEqual(wrong('waited for 60 minutes', 'start another ROLE=worker'));
  await database.asOwner(`delete from graphile_worker._private_jobs where id = ${waiting[0]?.id}`);
  await failJobs(
    site.app.db,
    (await queuedJobs(site.app.db)).map(({ id }) => id),
    'refused',
  );
  expect(await said('Jobs')).toEqual(wrong('1 failed permanently', 'incidents.md'));
});

test('reports a wrong clock', () => {
  const now = Date.now();
  expect(apart(new Date(now + 20), now, now + 40)).toBe(0);
  expect(() => apart(new Date(now - 60_000), now, now + 40)).toThrow('is 60 s from the database');
});

test('warns about a newer release, or that nobody can tell', async () => {
  let body = '{"version":"99.0.0"}';
  const server = createServer((_request, reply) => reply.end(body)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  mend = () => server.close();
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asking = { config: { releasesUrl: `http://${host}/`, partnerHosts: [host] } };
  const warning = (text: string) => ({ state: 'warning', found: expect.stringContaining(text) });
  expect(await said('Release')).toEqual({ state: 'well', found: expect.stringContaining('RELEASES_URL') });
  expect(await said('Release', asking)).toEqual(warning('99.0.0 is out'));
  body = `{"version":"${version}"}`;
  expect(await said('Release', asking)).toEqual({ state: 'well', found: `${version}, the newest` });
  body = 'nothing';
  expect(await said('Release', asking)).toEqual(warning('RELEASES_URL must answer JSON'));
  expect(await said('Release', { config: { releasesUrl: 'https://127.0.0.1/' } })).toEqual(
    warning('on a private network'),
  );
});

test('reports a full disk, and missing pages', async () => {
  await expect(lookAtDisk(dataDir, Number.MAX_VALUE)).rejects.toThrow('make room');
  await expect(lookAtPages(join(dataDir, 'nothing'))).rejects.toThrow('npm run build');
});

test('reports a store that rejects files', async () => {
  const driver = new FSDriver({ location: dataDir, visibility: 'private' });
  driver.put = () => Promise.reject(Object.assign(new Error('refused'), { code: 'EACCES' }));
  const { storage } = site.app;
  site.app.storage = storageOn(driver);
  mend = () => (site.app.storage = storage);
  expect(await said('Files')).toEqual(wrong('nothing can be written', 'check its owner'));
  expect(await said('Files', { config: { s3Url: 's3://a:b@c/d' } })).toEqual(
    wrong('the S3 store rejects files', 'key, bucket and region'),
  );
});

test('reports unavailable Redis and mail server', async () => {
  const redis = { url: `redis://127.0.0.1:${nobody}`, sentinels: [], sentinelPassword: null };
  expect(await said('Redis', { config: { redis } })).toEqual(
    wrong('does not respond', 'correct REDIS_URL', 'nothing listens there'),
  );
  const mail = { ...config.mail, smtpUrl: `smtp://127.0.0.1:${nobody}` };
  expect(await said('Mail', { config: { mail } })).toEqual(
    wrong('127.0.0.1 takes no mail', 'SMTP_URL', 'nothing listens there'),
  );
});

test('reports gateways that reject the key, fail, or cannot be reached', async () => {
  let status = 401;
  const server = createServer((_request, reply) => reply.writeHead(status).end('{}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  mend = () => server.close();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const noGateway = { ...readGateways({}, false), sandbox: null };
  const mollie = (apiUrl: string) => ({
    config: { gateways: { ...noGateway, mollie: { apiKey: 'live_x', apiUrl } } },
  });
  const verotel = (address: string) => ({
    config: {
      gateways: { ...noGateway, verotel: { shopId: '1', signatureKey: 'x', url: address } },
    },
  });
  expect(await said('Payments', mollie(url))).toEqual(wrong('Mollie refuses MOLLIE_API_KEY'));
  status = 503;
  expect(await said('Payments', mollie(url))).toEqual(wrong('Mollie answers 503'));
  expect(await said('Payments', verotel(url))).toEqual(wrong('Verotel answers 503'));
  expect(await said('Payments', verotel(`http://127.0.0.1:${nobody}`))).toEqual(
    wrong('Verotel cannot be reached', 'nothing listens there'),
  );
  status = 200;
  expect(await said('Payments', mollie(url))).toEqual({ state: 'well', found: 'Mollie accepts the API key' });
});

test('reports a certificate that is unreachable, expired, expiring, or rejected', async () => {
  expect(await said('Certificate', { config: { publicUrl: `https://127.0.0.1:${nobody}` } })).toEqual(
    wrong('cannot be reached over TLS', 'nothing listens there'),
  );
  const now = new Date('2026-11-22T12:00:00Z');
  const until = (day: string, from = '2026-09-01T12:00:00Z') => ({
    from: new Date(from),
    until: new Date(`${day}T12:00:00Z`),
    refusal: null,
  });
  expect(() => judgeCertificate(until('2026-11-20'), now)).toThrow('ran out on 2026-11-20: renew it now');
  expect(() => judgeCertificate(until('2026-11-30'), now)).toThrow('runs out in 8 days');
  expect(() => judgeCertificate({ ...until('2027-02-01'), refusal: 'SELF_SIGNED' }, now)).toThrow(
    'whole chain',
  );
  expect(judgeCertificate(until('2027-02-01'), now)).toBe('good for 71 days');
  // An authority of one's own may issue certificates for hours.
  const ofADay = until('2026-11-22', '2026-11-22T00:00:00Z');
  expect(judgeCertificate(ofADay, new Date('2026-11-22T06:00:00Z'))).toBe('good for 6 hours');
  expect(() => judgeCertificate(ofADay, new Date('2026-11-22T11:00:00Z'))).toThrow('runs out in 1 hours');
});

test('reports a secret that others can read, or that is missing', async () => {
  const file = join(dataDir, 'secret');
  chmodSync(file, 0o644);
  mend = () => writeFileSync(file, config.secret, { mode: 0o600 });
  expect(await said('Secret')).toEqual(wrong('can be read by others: run chmod 600'));
  rmSync(file);
  expect(await said('Secret')).toEqual(wrong('is missing: restore it'));
});

test('reports a backup that is not scheduled, was never taken, is old, or whose store is unavailable', async () => {
  const to = join(dataDir, 'backups');
  const at = (place: string) => ({ config: { backup: { to: place, at: '23 2 * * *', keepDays: 30 } } });
  expect(await said('Backup', { config: { production: true } })).toEqual(
    wrong('none is scheduled: set BACKUP_TO'),
  );
  expect(await said('Backup', at(to))).toEqual(wrong('contains none yet', '--scheduled'));
  const old = new Date(Date.now() - 50 * 3_600_000);
  const folder = makeMemoryFolder('liaison-old-');
  mend = () => rmSync(folder, { recursive: true, force: true });
  const file = join(folder, `liaison-${old.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz.sealed`);
  writeFileSync(file, 'x');
  utimesSync(file, old, old);
  expect(await said('Backup', at(folder))).toEqual(wrong('is 50 hours old', '--scheduled'));
  expect(await said('Backup', at(`s3://me:secret@127.0.0.1:${nobody}/vault?tls=no`))).toEqual(
    wrong('cannot be read', 'nothing listens there'),
  );
});
