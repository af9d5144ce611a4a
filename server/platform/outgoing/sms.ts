import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import { deliverOnce, isDelivered, markDelivered } from './deliveries.ts';
import type { JobHandlers, Jobs } from '../jobs.ts';
import type { Outbox } from './outbox.ts';

export interface Sms {
  /** Queues a text message to a number (E.164) in the caller's transaction. */
  send(db: Db, to: string, text: string): Promise<void>;
  jobs: JobHandlers;
}

interface SmsJob {
  key: string;
  to: string;
  text: string;
}

const ANSWER_MS = 10_000;
/** A code that comes later than this is of no use. */
const MAX_ATTEMPTS = 6;

/**
 * Sends through the HTTP gateway at SMS_URL: `POST {"id", "to", "text"}` as JSON, with the address's own user and
 * password as basic authentication; any 2xx answer means taken. Without SMS_URL messages go to the outbox.
 */
export function createSms({ config, db, jobs, outbox }: { config: Pick<Config, 'smsUrl'>; db: Db; jobs: Pick<Jobs, 'add'>; outbox: Outbox }): Sms {
  async function deliver({ key, to, text }: SmsJob): Promise<void> {
    if (!config.smsUrl) return deliverOnce(db, key, (tx) => outbox.put(tx, { kind: 'sms', to, subject: null, text, html: null }));
    if (await isDelivered(db, key)) return;
    const url = new URL(config.smsUrl);
    const login = Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64');
    const headers = new Headers({ 'content-type': 'application/json', 'idempotency-key': key });
    if (url.username) headers.set('authorization', `Basic ${login}`);
    [url.username, url.password] = ['', ''];
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ id: key, to, text }),
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`The SMS gateway answered ${answer.status}.`);
    await markDelivered(db, key);
  }
  return {
    send: (within, to, text) => jobs.add(within, 'sms', { key: randomUUID(), to, text } satisfies SmsJob, { maxAttempts: MAX_ATTEMPTS }),
    jobs: { sms: (job: SmsJob) => deliver(job) },
  };
}
