import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { deriveVapidKeys, keepSecret, type VapidKeys } from './secrets.ts';
import type { TracingSettings } from './tracing.ts';

/** What one process needs to know from outside: the variables of the contract's "Process interface", read and checked once. */
export interface Config {
  /** NODE_ENV=production. Decides refusals, Secure cookies, and that the outbox and the sandbox gateway are away. */
  production: boolean;
  /** ROLE: `web` answers HTTP, `worker` runs jobs, `all` does both. */
  role: 'all' | 'web' | 'worker';
  /** PROCESSES: how many processes answer, beside one that runs the jobs; 1 is this process alone. */
  processes: number;
  host: string;
  /** 0 lets the system choose one. */
  port: number;
  /** PUBLIC_URL without a slash at its end; every link in mails and on pages begins with it. */
  publicUrl: string;
  /** Absolute folder of the embedded database, photos and keys. */
  dataDir: string;
  database: {
    /** null: the embedded PostgreSQL in DATA_DIR. */
    url: string | null;
    /** DATABASE_OWNER_URL: the owner of the tables, who migrates, when DATABASE_URL names an ordinary role. */
    ownerUrl: string | null;
    /** DATABASE_REPLICA_URL: a replica that search may read. */
    replicaUrl: string | null;
    /** DATABASE_POOL: most connections of this process. */
    poolSize: number;
    /** DATABASE_POOLER: what stands between us and PostgreSQL; see `PoolSettings`. */
    pooler: Pooler;
  };
  redisUrl: string | null;
  mail: {
    /** null: mails go to the outbox. */
    smtpUrl: string | null;
    /** MAIL_FROM: the address of the sender, with or without a name. */
    from: string;
    /** MAIL_RETURN_DOMAIN: bounces come back to an address of this domain, one for each recipient; null sends without. */
    returnDomain: string | null;
    /** MAIL_INBOUND_PORT: where this process takes bounces and complaints by SMTP; null is off, 0 lets the system choose. */
    inboundPort: number | null;
    /** MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR, MAIL_DKIM_KEY: what mails are signed with; null sends them unsigned. */
    dkim: { domainName: string; keySelector: string; privateKey: string } | null;
    /** MAIL_WEBHOOK_SECRET: the password a mail provider reports with; null refuses every report. */
    webhookSecret: string | null;
  };
  /** Whether /dev/outbox is there: never in production, nor where others reach a site that sends real mail. */
  outboxPages: boolean;
  /** null: SMS go to the outbox. */
  smsUrl: string | null;
  /** SCREENING_URL, SCREENING_TOKEN, SCREENING_TIMEOUT_MS: the service that pictures are shown to before others see them; null asks none. */
  screening: { url: string; token: string | null; timeoutMs: number } | null;
  /** null: photos are files in DATA_DIR. */
  s3Url: string | null;
  /** BACKUP_TO, BACKUP_AT, BACKUP_KEEP_DAYS: where backups go by themselves, when (cron, UTC) and for how long; null takes none. */
  backup: { to: string; at: string; keepDays: number } | null;
  gateways: {
    mollie: { apiKey: string; apiUrl: string } | null;
    verotel: { shopId: string; signatureKey: string; url: string } | null;
    /** The pretend gateway of our own: whenever no real one is set, never in production. */
    sandbox: boolean;
  };
  /** VAPID keys of web push; derived from the secret when not given, so that every process has the same. */
  vapid: VapidKeys & { subject: string };
  /** The root of every signature and encryption key; at least 32 characters. */
  secret: string;
  /** TRUST_PROXY: networks (`10.0.0.0/8`) or addresses of proxies whose forwarding headers are believed. */
  trustProxy: string[];
  /** PUSH_HOSTS: hosts a push subscription may name; an entry that starts with a dot stands for its subdomains. */
  pushHosts: string[];
  /** PARTNER_HOSTS: hosts (with port) of partners on a network of one's own, whose postbacks may go there and without TLS. */
  partnerHosts: string[];
  /** METRICS_PORT: Prometheus on its own port; null is off. It listens on METRICS_HOST, by default this machine alone. */
  metricsPort: number | null;
  metricsHost: string;
  /** OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG: where traces go; null measures none. */
  tracing: TracingSettings | null;
  /** SENTRY_DSN: where our errors are sent; null sends none. */
  sentryDsn: string | null;
  /** LIMITS_SCALE: multiplies every rate limit, never a product limit. */
  limitsScale: number;
  /** DEMO_MEMBERS: demo members to plant on an empty database; always 0 in production. */
  demoMembers: number;
}

export type Pooler = 'none' | 'pgbouncer' | 'pgbouncer-unnamed';

type Env = Record<string, string | undefined>;

/** A setting that this process cannot start with; the message is one sentence for the person who starts it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The push services of today's browsers. */
const BROWSER_PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/**
 * Reads the process's variables. Throws `ConfigError` with one clear sentence on a value that cannot be, and in
 * production on a missing real part. Outside production it keeps a generated SECRET in DATA_DIR.
 */
export function readConfig(env: Env): Config {
  const production = env['NODE_ENV'] === 'production';
  const port = integer(env, 'PORT', 3000, 0, 65_535);
  const dataDir = resolve(text(env, 'DATA_DIR') ?? './data');
  const mollieKey = text(env, 'MOLLIE_API_KEY');
  const shopId = text(env, 'VEROTEL_SHOP_ID');
  const signatureKey = text(env, 'VEROTEL_SIGNATURE_KEY');
  if ((shopId === null) !== (signatureKey === null)) {
    throw new ConfigError('VEROTEL_SHOP_ID and VEROTEL_SIGNATURE_KEY go together: set both or neither.');
  }
  if (production) refuseInProduction(env);
  const secret = readSecret(env, production, dataDir);
  const publicUrl = readUrl(env, 'PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? `http://localhost:${port}`;

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
    redisUrl: readUrl(env, 'REDIS_URL', ['redis:', 'rediss:', 'unix:']),
    mail: {
      smtpUrl: readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
      from: text(env, 'MAIL_FROM') ?? `no-reply@${new URL(publicUrl).hostname}`,
      returnDomain: text(env, 'MAIL_RETURN_DOMAIN'),
      inboundPort: text(env, 'MAIL_INBOUND_PORT') === null ? null : integer(env, 'MAIL_INBOUND_PORT', 0, 0, 65_535),
      dkim: readDkim(env),
      webhookSecret: text(env, 'MAIL_WEBHOOK_SECRET'),
    },
    outboxPages: !production && (isLoopback(text(env, 'HOST') ?? '127.0.0.1') || text(env, 'SMTP_URL') === null),
    smsUrl: readUrl(env, 'SMS_URL', ['http:', 'https:']),
    screening: readScreening(env),
    s3Url: readUrl(env, 'S3_URL', ['s3:', 'http:', 'https:']),
    backup: readBackup(env),
    gateways: {
      mollie: mollieKey
        ? {
            apiKey: mollieKey,
            apiUrl: readUrl(env, 'MOLLIE_API_URL', ['http:', 'https:']) ?? 'https://api.mollie.com',
          }
        : null,
      verotel:
        shopId && signatureKey
          ? {
              shopId,
              signatureKey,
              url: readUrl(env, 'VEROTEL_URL', ['http:', 'https:']) ?? 'https://secure.verotel.com',
            }
          : null,
      sandbox: !production && !mollieKey && !shopId,
    },
    vapid: { ...readVapid(env, secret), subject: text(env, 'VAPID_SUBJECT') ?? vapidSubject(publicUrl) },
    secret,
    trustProxy: list(env, 'TRUST_PROXY').map(network),
    partnerHosts: list(env, 'PARTNER_HOSTS'),
    pushHosts: env['PUSH_HOSTS']?.trim() ? list(env, 'PUSH_HOSTS') : BROWSER_PUSH_HOSTS,
    metricsHost: text(env, 'METRICS_HOST') ?? '127.0.0.1',
    metricsPort: text(env, 'METRICS_PORT') === null ? null : integer(env, 'METRICS_PORT', 0, 1, 65_535),
    tracing: readTracing(env),
    sentryDsn: readDsn(env),
    limitsScale: positive(env, 'LIMITS_SCALE', 1),
    demoMembers: production ? 0 : integer(env, 'DEMO_MEMBERS', 500, 0, 1_000_000),
  };
}

/** The real parts that production does not start without, and the aids it does not start with. */
function refuseInProduction(env: Env): void {
  const missing: [string, string][] = [
    ['SECRET', 'it signs sessions and photo addresses, so every process needs the same one'],
    ['SMTP_URL', 'without it no member gets a mail'],
    ['MAIL_FROM', 'mails need the address of their sender'],
    ['PUBLIC_URL', 'links in mails are built from it'],
  ];
  for (const [name, why] of missing) {
    if (text(env, name) === null) throw new ConfigError(`Production needs ${name}: ${why}.`);
  }
  if (text(env, 'MOLLIE_API_KEY') === null && text(env, 'VEROTEL_SHOP_ID') === null) {
    throw new ConfigError('Production refuses the sandbox gateway: set MOLLIE_API_KEY, or VEROTEL_SHOP_ID and VEROTEL_SIGNATURE_KEY.');
  }
  if (Number(text(env, 'DEMO_MEMBERS') ?? 0) !== 0) {
    throw new ConfigError('Production refuses demo members: leave DEMO_MEMBERS out.');
  }
  if (Number(text(env, 'LIMITS_SCALE') ?? 1) !== 1) {
    throw new ConfigError('Production refuses LIMITS_SCALE: rate limits are not to be loosened there.');
  }
}

/** `auto` is one for each core. Several processes share live events, presence and limits, so they need Redis between them. */
function readProcesses(env: Env): number {
  const wanted = text(env, 'PROCESSES') === 'auto' ? availableParallelism() : integer(env, 'PROCESSES', 1, 1, 256);
  if (text(env, 'PROCESSES') === null || wanted === 1) return 1;
  if (text(env, 'REDIS_URL') === null) {
    throw new ConfigError('PROCESSES needs REDIS_URL: by it several processes share live events, presence and rate limits.');
  }
  if (text(env, 'ROLE') !== null && text(env, 'ROLE') !== 'all') {
    throw new ConfigError('PROCESSES goes with ROLE=all: it starts the processes that answer and one that runs the jobs.');
  }
  return wanted;
}

function readSecret(env: Env, production: boolean, dataDir: string): string {
  const given = text(env, 'SECRET');
  if (given !== null && given.length < 32) {
    throw new ConfigError('SECRET is too short: give at least 32 random characters.');
  }
  if (given !== null) return given;
  if (production) throw new ConfigError('Production needs SECRET.');
  return keepSecret(dataDir);
}

function readScreening(env: Env): Config['screening'] {
  const url = readUrl(env, 'SCREENING_URL', ['http:', 'https:']);
  return url === null ? null : { url, token: text(env, 'SCREENING_TOKEN'), timeoutMs: integer(env, 'SCREENING_TIMEOUT_MS', 4000, 100, 30_000) };
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
  if (!(share >= 0 && share <= 1)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be the share of requests that are traced, from 0 to 1.');
  return { endpoint, service: text(env, 'OTEL_SERVICE_NAME') ?? 'liaison', share };
}

function readDsn(env: Env): string | null {
  const dsn = readUrl(env, 'SENTRY_DSN', ['http:', 'https:']);
  if (dsn !== null && !(new URL(dsn).username && /\/[^/]+$/.test(new URL(dsn).pathname))) {
    throw new ConfigError('SENTRY_DSN must look like https://key@host/project.');
  }
  return dsn;
}

/** A folder, or an S3 address of its own bucket. */
function readBackup(env: Env): Config['backup'] {
  const to = text(env, 'BACKUP_TO');
  if (to === null) return null;
  if (/^[a-z0-9+.-]+:/i.test(to) && !/^s3:\/\/[^/]+\/[^/?]+/.test(to)) {
    throw new ConfigError('BACKUP_TO must be a folder, or an address such as s3://key:secret@host/bucket/folder?region=eu-west-1.');
  }
  const at = text(env, 'BACKUP_AT') ?? '23 2 * * *';
  if (!/^(?:[\d*,/-]+\s+){4}[\d*,/-]+$/.test(at)) throw new ConfigError(`BACKUP_AT must be five fields of cron in UTC, such as "23 2 * * *", not "${at}".`);
  return { to: to.startsWith('s3:') ? to : resolve(to), at, keepDays: integer(env, 'BACKUP_KEEP_DAYS', 30, 1, 3650) };
}

/** The key is PEM, with real line breaks or with `\\n` for them, as environments that hold one line write it. */
function readDkim(env: Env): Config['mail']['dkim'] {
  const [domainName, keySelector, key] = ['MAIL_DKIM_DOMAIN', 'MAIL_DKIM_SELECTOR', 'MAIL_DKIM_KEY'].map((name) => text(env, name));
  if (!domainName && !keySelector && !key) return null;
  if (!domainName || !keySelector || !key) {
    throw new ConfigError('MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY go together: set all three or none.');
  }
  const privateKey = key.replaceAll('\\n', '\n');
  if (!privateKey.includes('PRIVATE KEY')) throw new ConfigError('MAIL_DKIM_KEY must be a private key in PEM.');
  return { domainName, keySelector, privateKey };
}

/** The contact given to push services, which accept no plain http address. */
const vapidSubject = (publicUrl: string) => (publicUrl.startsWith('https:') ? publicUrl : `mailto:no-reply@${new URL(publicUrl).hostname}`);

function text(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

function list(env: Env, name: string): string[] {
  return (text(env, name) ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
}

function integer(env: Env, name: string, fallback: number, least: number, most: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < least || parsed > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
  }
  return parsed;
}

function positive(env: Env, name: string, fallback: number): number {
  const parsed = Number(text(env, name) ?? fallback);
  if (!Number.isFinite(parsed) || parsed <= 0) throw new ConfigError(`${name} must be a number above 0.`);
  return parsed;
}

function choice<const T extends string>(env: Env, name: string, allowed: readonly T[], fallback: T): T {
  const value = text(env, name);
  if (value === null) return fallback;
  const found = allowed.find((entry) => entry === value);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`);
  return found;
}

function readUrl(env: Env, name: string, protocols: string[]): string | null {
  const value = text(env, name);
  if (value === null) return null;
  // The value itself may carry a password, so the sentence does not repeat it.
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (!protocols.includes(protocol)) {
    throw new ConfigError(`${name} must be an address that begins with ${protocols.join(' or ')}//.`);
  }
  return value;
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** One entry of TRUST_PROXY; `true`, `*` and every whole address space are refused, since anyone could then name any address. */
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
