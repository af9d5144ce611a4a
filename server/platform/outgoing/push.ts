import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import { withDeadline } from '../deadline.ts';
import { jobIn, type JobHandlers, type Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import { deliverOnce, isDelivered, markDelivered } from './deliveries.ts';
import type { Outbox } from './outbox.ts';

/** The payload of the service worker. Texts are already in the member's language. */
export interface PushMessage {
  title: string;
  body: string;
  path: string;
  tag?: string;
  /** The number on the app badge: unread messages plus new likes. */
  badge?: number;
  /** Of a conversation: what can be done with it without opening the site, also on a locked phone. */
  conversation?: { id: number; actions: { action: 'reply' | 'read'; title: string }[] };
}

export interface Push {
  send(db: Db, memberId: number, message: PushMessage): Promise<void>;
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

/** Version of the payload. An older service worker shows the fields that it knows. */
const PAYLOAD_VERSION = 2;
const LIFETIME_SECONDS = 24 * 3600;
const MAX_ATTEMPTS = 5;
const ANSWER_MS = 10_000;

/** Web push. Outside production each message is also stored in the outbox. */
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
  const isAllowedEndpoint = (endpoint: string) => isPushService(config, endpoint);

  async function deliver({ key, memberId, message }: PushJob): Promise<void> {
    const { rows } =
      await sql<Subscription>`select endpoint, p256dh, auth from push_subscriptions where member_id = ${memberId}`.execute(
        db,
      );
    if (!config.production) await putInOutbox(db, outbox, { key, memberId, message });
    const devices = rows.filter(({ endpoint }) => isAllowedEndpoint(endpoint));
    const outcomes = await Promise.allSettled(
      devices.map((device) => pushOnce(key, device, memberId, message)),
    );
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** On retry, skips devices that already received the push. */
  async function pushOnce(
    key: string,
    device: Subscription,
    memberId: number,
    message: PushMessage,
  ): Promise<void> {
    const delivery = uuidOf(`${key} ${device.endpoint}`);
    if (await isDelivered(db, delivery)) return;
    await pushTo(device, memberId, message);
    await markDelivered(db, delivery);
  }

  async function pushTo(
    { endpoint, p256dh, auth }: Subscription,
    memberId: number,
    message: PushMessage,
  ): Promise<void> {
    try {
      await sendPush(config.vapid, { endpoint, p256dh, auth }, message);
    } catch (error) {
      if (!isGone(error)) throw error;
      await sql`delete from push_subscriptions where member_id = ${memberId} and endpoint = ${endpoint}`.execute(
        db,
      );
      const { statusCode } = error as { statusCode?: number };
      log.info({ statusCode }, 'deleted an expired push subscription');
    }
  }

  return {
    send: (within, memberId, message) =>
      jobs.add(
        within,
        'push',
        { key: randomUUID(), memberId, message: { tag: randomUUID(), ...message } } satisfies PushJob,
        {
          member: memberId,
          maxAttempts: MAX_ATTEMPTS,
        },
      ),
    isAllowedEndpoint,
    jobs: { push: jobIn('partners', (job: PushJob) => deliver(job)) },
  };
}

/** Returns whether an endpoint belongs to an allowed push service. Only test doubles may use plain HTTP. */
function isPushService(
  { pushHosts, production }: Pick<Config, 'pushHosts' | 'production'>,
  endpoint: string,
): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, host, port } = new URL(endpoint);
  const anyPort = port === '' || !production;
  const listed = pushHosts.some(
    (entry) =>
      entry === host || (anyPort && (entry.startsWith('.') ? hostname.endsWith(entry) : entry === hostname)),
  );
  return listed && (protocol === 'https:' || (!production && protocol === 'http:'));
}

async function putInOutbox(db: Db, outbox: Outbox, { key, memberId, message }: PushJob): Promise<void> {
  const member = await sql<{
    email: string | null;
  }>`select email from members where id = ${memberId}`.execute(db);
  const to = member.rows[0]?.email ?? `member ${memberId}`;
  await deliverOnce(db, key, (tx) =>
    outbox.put(tx, {
      kind: 'push',
      to,
      subject: message.title,
      text: `${message.body}\n${message.path}`,
      html: null,
    }),
  );
}

async function sendPush(
  vapid: Config['vapid'],
  { endpoint, p256dh, auth }: Subscription,
  message: PushMessage,
): Promise<void> {
  const { default: webPush } = await import('web-push');
  // The library's own timeout ends with the connection, and never fires after a `101 Switching Protocols`.
  await withDeadline(ANSWER_MS, 'A push', () =>
    webPush.sendNotification(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify({ version: PAYLOAD_VERSION, ...message }),
      {
        vapidDetails: vapid,
        TTL: LIFETIME_SECONDS,
        urgency: 'normal',
        timeout: ANSWER_MS,
        ...(message.tag ? { topic: message.tag.replace(/[^\w-]/g, '-').slice(0, 32) } : {}),
      },
    ),
  );
}

/**
 * Returns whether a subscription is useless: the browser has dropped it, or it was never valid. Invalid keys
 * fail before anything is sent, without a status code or a network error.
 */
function isGone(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: number };
  return isBadKey(error) || (statusCode !== undefined && [400, 403, 404, 410].includes(statusCode));
}

const uuidOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

function isBadKey(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  return code?.startsWith('ERR_CRYPTO') === true || message.startsWith('The subscription ');
}
