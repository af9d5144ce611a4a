import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import webPush from 'web-push';
import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import { deliverOnce, isDelivered, markDelivered } from './deliveries.ts';
import type { JobHandlers, Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import type { Outbox } from './outbox.ts';

/** What the service worker shows. Texts are in the member's language already. */
export interface PushMessage {
  title: string;
  body: string;
  /** The page that a click opens, with its locale prefix. */
  path: string;
  /** A later push of the same tag takes the place of an earlier one. */
  tag?: string;
  /** The app badge: unread messages and new likes together. */
  badge?: number;
}

export interface Push {
  /** Queues a push to all of a member's devices in the caller's transaction. */
  send(db: Db, memberId: number, message: PushMessage): Promise<void>;
  /** Whether a subscription's endpoint is a push service that the site talks to (PUSH_HOSTS). */
  isAllowedEndpoint(endpoint: string): boolean;
  jobs: JobHandlers;
}

interface PushJob {
  key: string;
  memberId: number;
  message: PushMessage;
}

interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What the service worker of this version understands; an older one shows what it knows of it. */
const PAYLOAD_VERSION = 2;
const LIFETIME_SECONDS = 24 * 3600;
const MAX_ATTEMPTS = 5;

/** Web push to the browsers' own services; outside production each message stands in the outbox as well. */
export function createPush({
  config,
  db,
  jobs,
  outbox,
  log,
}: {
  config: Pick<Config, 'vapid' | 'pushHosts' | 'production'>;
  db: Db;
  jobs: Pick<Jobs, 'add'>;
  outbox: Outbox;
  log: Log;
}): Push {
  const isAllowedEndpoint = (endpoint: string) => {
    if (!URL.canParse(endpoint)) return false;
    const { protocol, hostname, host } = new URL(endpoint);
    const listed = config.pushHosts.some((entry) => (entry.startsWith('.') ? hostname.endsWith(entry) : entry === hostname || entry === host));
    return listed && (protocol === 'https:' || (!config.production && protocol === 'http:'));
  };

  async function deliver({ key, memberId, message }: PushJob): Promise<void> {
    const { rows } = await sql<Subscription>`select endpoint, p256dh, auth from push_subscriptions where member_id = ${memberId}`.execute(db);
    if (!config.production) {
      const member = await sql<{ email: string | null }>`select email from members where id = ${memberId}`.execute(db);
      const to = member.rows[0]?.email ?? `member ${memberId}`;
      await deliverOnce(db, key, (tx) => outbox.put(tx, { kind: 'push', to, subject: message.title, text: `${message.body}\n${message.path}`, html: null }));
    }
    const devices = rows.filter(({ endpoint }) => isAllowedEndpoint(endpoint));
    const outcomes = await Promise.allSettled(devices.map((device) => pushOnce(key, device, memberId, message)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** A job that runs again, since another device's service is away, says nothing twice to those that got it. */
  async function pushOnce(key: string, device: Subscription, memberId: number, message: PushMessage): Promise<void> {
    const delivery = uuidOf(`${key} ${device.endpoint}`);
    if (await isDelivered(db, delivery)) return;
    await pushTo(device, memberId, message);
    await markDelivered(db, delivery);
  }

  async function pushTo({ endpoint, p256dh, auth }: Subscription, memberId: number, message: PushMessage): Promise<void> {
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify({ version: PAYLOAD_VERSION, ...message }), {
        vapidDetails: config.vapid,
        TTL: LIFETIME_SECONDS,
        urgency: 'normal',
        timeout: 10_000,
        ...(message.tag ? { topic: message.tag.replace(/[^\w-]/g, '-').slice(0, 32) } : {}),
      });
    } catch (error) {
      const { statusCode } = error as { statusCode?: number };
      // The browser has given the subscription up, or it never was one.
      // A subscription whose keys are none fails before anything is sent: it has no status, and is no network's fault either.
      if (isBadKey(error) || statusCode === 404 || statusCode === 410 || statusCode === 400 || statusCode === 403) {
        await sql`delete from push_subscriptions where member_id = ${memberId} and endpoint = ${endpoint}`.execute(db);
        log.info({ statusCode }, 'a push subscription has ended');
        return;
      }
      throw error;
    }
  }

  return {
    send: (within, memberId, message) =>
      jobs.add(within, 'push', { key: randomUUID(), memberId, message: { tag: randomUUID(), ...message } } satisfies PushJob, {
        member: memberId,
        maxAttempts: MAX_ATTEMPTS,
      }),
    isAllowedEndpoint,
    jobs: { push: (job: PushJob) => deliver(job) },
  };
}

/** A key of `deliveries` for one of a message's deliveries. */
const uuidOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** What web-push and Node's cryptography throw for a `p256dh` or `auth` that is no key. */
function isBadKey(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  return code?.startsWith('ERR_CRYPTO') === true || message.startsWith('The subscription ');
}
