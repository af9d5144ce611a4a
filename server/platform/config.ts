import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import {
  choice,
  ConfigError,
  type Env,
  integer,
  list,
  optionalPort,
  positive,
  readUrl,
  text,
} from './environment.ts';
import { readFastPaths, type FastPaths } from './fast/switches.ts';
import { type GatewaysConfig, readGateways } from './gateway-settings.ts';
import { readRedis, type RedisAddress } from './live/redis-address.ts';
import { type AgeServices, readAgeServices } from './outgoing/age-services.ts';
import { type LivenessSettings, readLiveness } from './outgoing/liveness-settings.ts';
import { type MailSettings, readMail } from './outgoing/mail-settings.ts';
import {
  readMatcher,
  type DsaDatabaseSettings,
  readDsaDatabase,
  readScreening,
  readTranslation,
  type MatcherSettings,
  type ScreeningSettings,
  type TranslationSettings,
} from './outgoing/service-settings.ts';
import { readStaffSignIn, type StaffSignInSettings } from './outgoing/staff-sign-in-settings.ts';
import { readTurn, type TurnSettings } from './outgoing/turn-settings.ts';
import { deriveVapidKeys, keepSecret, type VapidKeys } from './secrets.ts';
import type { TracingSettings } from './tracing.ts';

/**
 * The configuration of one process: the variables of the contract's "Process interface", read and checked
 * once.
 */
export interface Config extends AgeServices {
  /**
   * NODE_ENV=production. Enables the stricter checks and Secure cookies, and disables the outbox and the
   * sandbox gateway.
   */
  production: boolean;
  /** ROLE: `web` answers HTTP, `worker` runs jobs, `all` does both. */
  role: 'all' | 'web' | 'worker';
  /**
   * PROCESSES: number of web processes, in addition to one worker process. With 1, this process does both.
   */
  processes: number;
  host: string;
  /** With 0 the system chooses a free port. */
  port: number;
  /** PUBLIC_URL without a trailing slash. Every link in mails and on pages begins with it. */
  publicUrl: string;
  /** Absolute path of the folder with the embedded database, photos and keys. */
  dataDir: string;
  database: {
    /** Null uses the embedded PostgreSQL in DATA_DIR. */
    url: string | null;
    /**
     * DATABASE_OWNER_URL: the owner of the tables, who runs migrations if DATABASE_URL connects as an
     * ordinary role.
     */
    ownerUrl: string | null;
    replicaUrl: string | null;
    poolSize: number;
    pooler: Pooler;
  };
  redis: RedisAddress | null;
  mail: MailSettings;
  /**
   * Serves /dev/outbox. False in production, and on a site that sends real mail and is reachable by
   * others.
   */
  outboxPages: boolean;
  /** Null sends SMS to the outbox. */
  smsUrl: string | null;
  /** SCREENING_URL, SCREENING_TOKEN, …_TIMEOUT_MS: the service that screens images. Null disables it. */
  screening: ScreeningSettings | null;
  /** HMA_URL, HMA_TOKEN, HMA_TIMEOUT_MS: the matcher of known illegal pictures. Null asks none. */
  matcher: MatcherSettings | null;
  /** KNOWN_PICTURES: absolute path of the folder with lists of known illegal pictures. Null reads none. */
  knownPictures: string | null;
  /** ASN_DATABASE: absolute path of an MMDB file of network operators by address. Null knows none. */
  asnDatabase: string | null;
  /**
   * TRANSLATION_URL, TRANSLATION_KEY, TRANSLATION_TIMEOUT_MS: a service with LibreTranslate's API for messages. Null
   * leaves translation to browsers.
   */
  translation: TranslationSettings | null;
  /** DSA_DATABASE_TOKEN, …_URL, …_TIMEOUT_MS: the DSA Transparency Database. Null sends it nothing. */
  dsaDatabase: DsaDatabaseSettings | null;
  /** TURN_URLS, TURN_SECRET: the TURN server through which members' calls go. Null leaves no calls. */
  turn: TurnSettings | null;
  /** Null stores photos as files in DATA_DIR. */
  s3Url: string | null;
  /**
   * BACKUP_TO, BACKUP_AT, BACKUP_KEEP_DAYS: destination, schedule (cron, UTC) and retention of automatic
   * backups. Null takes no backups.
   */
  backup: { to: string; at: string; keepDays: number } | null;
  gateways: GatewaysConfig;
  liveness: LivenessSettings;
  /** OIDC_ISSUER, …: the provider at which operators sign in. Null leaves passwords, passkeys and links. */
  staffSignIn: StaffSignInSettings | null;
  /** VAPID keys of web push. Derived from the secret by default, so that every process has the same keys. */
  vapid: VapidKeys & { subject: string };
  /** All signing and encryption keys derive from this. At least 32 characters. */
  secret: string;
  /** TRUST_PROXY: networks (`10.0.0.0/8`) or addresses of proxies whose forwarding headers are trusted. */
  trustProxy: string[];
  /**
   * PUSH_HOSTS: allowed hosts of push subscriptions. An entry that starts with a dot also allows subdomains.
   */
  pushHosts: string[];
  /**
   * PARTNER_HOSTS: hosts (with port) of partners on a private network, to which postbacks may go without TLS.
   */
  partnerHosts: string[];
  /** METRICS_PORT serves Prometheus metrics on a separate port, at METRICS_HOST; null disables it. */
  metricsPort: number | null;
  metricsHost: string;
  /**
   * OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG: the destination of traces. Null
   * disables tracing.
   */
  tracing: TracingSettings | null;
  sentryDsn: string | null;
  /** RELEASES_URL: an address that answers with the newest release. Null never asks. */
  releasesUrl: string | null;
  limitsScale: number;
  fastPaths: FastPaths;
  /** DEMO_MEMBERS: demo members to create in an empty database. Always 0 in production. */
  demoMembers: number;
}

export const dataDirOf = (env: Env): string => resolve(text(env, 'DATA_DIR') ?? './data');

export type Pooler = 'none' | 'pgbouncer' | 'pgbouncer-unnamed';

const BROWSER_PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/**
 * Reads the process's variables. Throws `ConfigError` with one clear sentence for an invalid value, and in
 * production for a missing service. Outside production it stores a generated SECRET in DATA_DIR.
 */
export function readConfig(env: Env): Config {
  // A misspelt value must not start a real site with demo members and the sandbox gateway.
  const production =
    choice(env, 'NODE_ENV', ['production', 'development', 'test'], 'development') === 'production';
  const port = integer(env, 'PORT', 3000, 0, 65_535);
  const dataDir = dataDirOf(env);
  if (production) refuseInProduction(env);
  const secret = readSecret(env, production, dataDir);
  const publicUrl =
    readUrl(env, 'PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? `http://localhost:${port}`;
  if (production) refuseOpenAddress(new URL(publicUrl));

  return {
    production,
    role: choice(env, 'ROLE', ['all', 'web', 'worker'], 'all'),
    processes: readProcesses(env),
    host: text(env, 'HOST') ?? '127.0.0.1',
    port,
    publicUrl,
    dataDir,
    database: {
      url: readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
      ownerUrl: readUrl(env, 'DATABASE_OWNER_URL', ['postgres:', 'postgresql:']),
      replicaUrl: readUrl(env, 'DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']),
      poolSize: integer(env, 'DATABASE_POOL', 20, 2, 1000),
      pooler: choice(env, 'DATABASE_POOLER', ['none', 'pgbouncer', 'pgbouncer-unnamed'], 'none'),
    },
    redis: readRedis(env),
    mail: readMail(env, publicUrl),
    outboxPages: !production && keepsOutboxPrivate(env),
    smsUrl: readUrl(env, 'SMS_URL', ['http:', 'https:']),
    screening: readScreening(env),
    matcher: readMatcher(env),
    knownPictures: readPath(env, 'KNOWN_PICTURES'),
    asnDatabase: readPath(env, 'ASN_DATABASE'),
    translation: readTranslation(env),
    dsaDatabase: readDsaDatabase(env),
    turn: readTurn(env),
    s3Url: readUrl(env, 'S3_URL', ['s3:', 'http:', 'https:']),
    backup: readBackup(env),
    gateways: readGateways(env, production),
    ...readAgeServices(env, production),
    liveness: readLiveness(env, production),
    staffSignIn: readStaffSignIn(env, production),
    vapid: { ...readVapid(env, secret), subject: text(env, 'VAPID_SUBJECT') ?? vapidSubject(publicUrl) },
    secret,
    fastPaths: readFastPaths(env),
    trustProxy: list(env, 'TRUST_PROXY').map(network),
    partnerHosts: list(env, 'PARTNER_HOSTS'),
    pushHosts: env['PUSH_HOSTS']?.trim() ? list(env, 'PUSH_HOSTS') : BROWSER_PUSH_HOSTS,
    metricsHost: text(env, 'METRICS_HOST') ?? '127.0.0.1',
    metricsPort: optionalPort(env, 'METRICS_PORT', 1),
    tracing: readTracing(env),
    sentryDsn: readDsn(env),
    releasesUrl: readUrl(env, 'RELEASES_URL', ['https:', 'http:']),
    limitsScale: positive(env, 'LIMITS_SCALE', 1),
    demoMembers: production ? 0 : integer(env, 'DEMO_MEMBERS', 500, 0, 1_000_000),
  };
}

/** Strangers cannot read real mail in the outbox if the site is local or sends no real mail. */
const keepsOutboxPrivate = (env: Env): boolean =>
  isLoopback(text(env, 'HOST') ?? '127.0.0.1') || text(env, 'SMTP_URL') === null;

function refuseInProduction(env: Env): void {
  const needed: [string, string][] = [
    ['SECRET', 'it signs sessions and photo addresses, so every process needs the same one'],
    ['SMTP_URL', 'the site cannot send mail without it'],
    ['MAIL_FROM', 'mails need a sender'],
    ['PUBLIC_URL', 'links in mails are built from it'],
  ];
  const missing = needed.filter(([name]) => text(env, name) === null);
  if (missing.length > 0) {
    throw new ConfigError(`Production needs ${missing.map(([name, why]) => `${name}: ${why}`).join('; ')}.`);
  }
  if (Number(text(env, 'DEMO_MEMBERS') ?? 0) !== 0) {
    throw new ConfigError('Production refuses demo members: leave DEMO_MEMBERS out.');
  }
  if (Number(text(env, 'LIMITS_SCALE') ?? 1) !== 1) {
    throw new ConfigError('Production refuses LIMITS_SCALE: rate limits are not to be loosened there.');
  }
}

/** Browsers accept Secure cookies without TLS only from the own machine. */
function refuseOpenAddress({ protocol, hostname }: URL): void {
  if (protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))) return;
  throw new ConfigError(
    'Production needs https in PUBLIC_URL: browsers return its cookies over TLS only, so nobody could log in.',
  );
}

/**
 * `auto` means one per core. Several processes share live events, presence and limits, so they need Redis.
 */
function readProcesses(env: Env): number {
  const wanted =
    text(env, 'PROCESSES') === 'auto' ? availableParallelism() : integer(env, 'PROCESSES', 1, 1, 256);
  if (text(env, 'PROCESSES') === null || wanted === 1) return 1;
  if (text(env, 'REDIS_URL') === null) {
    throw new ConfigError(
      'PROCESSES needs REDIS_URL: several processes share live events, presence and rate limits through it.',
    );
  }
  if (text(env, 'ROLE') !== null && text(env, 'ROLE') !== 'all') {
    throw new ConfigError('PROCESSES needs ROLE=all: it starts the web processes and one worker.');
  }
  return wanted;
}

function readPath(env: Env, name: string): string | null {
  const path = text(env, name);
  return path === null ? null : resolve(path);
}

/** Different characters in a SECRET. Of 32 random digits, one in 30,000 has fewer. */
const FEWEST_CHARACTERS = 6;

function readSecret(env: Env, production: boolean, dataDir: string): string {
  const given = text(env, 'SECRET');
  if (given !== null && given.length < 32) {
    throw new ConfigError('SECRET is too short: use at least 32 random characters.');
  }
  if (given !== null && production && new Set(given).size < FEWEST_CHARACTERS) {
    throw new ConfigError('SECRET is too easy to guess: use at least 32 random characters.');
  }
  if (given !== null) return given;
  if (production) throw new ConfigError('Production needs SECRET.');
  return keepSecret(dataDir);
}

function readVapid(env: Env, secret: string): VapidKeys {
  const publicKey = text(env, 'VAPID_PUBLIC_KEY');
  const privateKey = text(env, 'VAPID_PRIVATE_KEY');
  if ((publicKey === null) !== (privateKey === null)) {
    throw new ConfigError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together: set both or neither.');
  }
  return publicKey && privateKey ? { publicKey, privateKey } : deriveVapidKeys(secret);
}

function readTracing(env: Env): TracingSettings | null {
  const endpoint = readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  if (endpoint === null) return null;
  const share = Number(text(env, 'OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(share >= 0 && share <= 1))
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be the fraction of requests to trace, from 0 to 1.');
  return { endpoint, service: text(env, 'OTEL_SERVICE_NAME') ?? 'liaison', share };
}

function readDsn(env: Env): string | null {
  const dsn = readUrl(env, 'SENTRY_DSN', ['http:', 'https:']);
  if (dsn !== null && !(new URL(dsn).username && /\/[^/]+$/.test(new URL(dsn).pathname))) {
    throw new ConfigError('SENTRY_DSN must look like https://key@host/project.');
  }
  return dsn;
}

/** Retention of backups. Sites without scheduled backups state it in their privacy statement too. */
export const DEFAULT_BACKUP_DAYS = 30;

function readBackup(env: Env): Config['backup'] {
  const to = text(env, 'BACKUP_TO');
  if (to === null) return null;
  if (/^[a-z0-9+.-]+:/i.test(to) && !/^s3:\/\/[^/]+\/[^/?]+/.test(to)) {
    throw new ConfigError(
      'BACKUP_TO must be a folder, or an address such as s3://key:secret@host/bucket/folder?region=eu-west-1.',
    );
  }
  const at = text(env, 'BACKUP_AT') ?? '23 2 * * *';
  if (!/^(?:[\d*,/-]+\s+){4}[\d*,/-]+$/.test(at))
    throw new ConfigError(`BACKUP_AT must be five fields of cron in UTC, such as "23 2 * * *", not "${at}".`);
  return {
    to: to.startsWith('s3:') ? to : resolve(to),
    at,
    keepDays: integer(env, 'BACKUP_KEEP_DAYS', DEFAULT_BACKUP_DAYS, 1, 3650),
  };
}

/** The contact address for push services, which reject plain http addresses. */
const vapidSubject = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:no-reply@${new URL(publicUrl).hostname}`;

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/**
 * One entry of TRUST_PROXY. Throws for `true`, `*` and whole address spaces: trusting them would let any
 * client forge its address.
 */
function network(entry: string): string {
  if (entry === 'loopback' || entry === 'linklocal' || entry === 'uniquelocal') return entry;
  const [address = '', prefix] = entry.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : Number(prefix);
  if (isIP(address) === 0 || !Number.isInteger(length) || length < 1 || length > bits) {
    throw new ConfigError(`TRUST_PROXY must list networks such as 10.0.0.0/8, not "${entry}".`);
  }
  return entry;
}
