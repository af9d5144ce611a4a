import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import { jobIn, type JobHandlers, type Jobs } from '../jobs.ts';
import { seal, unseal } from '../sealing.ts';
import { deliverOnce, isDelivered, markDelivered } from './deliveries.ts';
import type { Outbox } from './outbox.ts';

export interface Sms {
  send(db: Db, to: string, text: string): Promise<void>;
  jobs: JobHandlers;
}

interface SmsJob {
  key: string;
  to: string;
  /** Sealed, because it holds a code and replicas and backups contain the queue. */
  sealedText?: string;
  /** Of a job from before texts were sealed. */
  text?: string;
}

const TEXTS = 'texts of queued SMS';

export const textOfSms = (secret: string, { key, sealedText, text }: SmsJob): string =>
  sealedText === undefined ? (text ?? '') : unseal(secret, TEXTS, key, Buffer.from(sealedText, 'base64url'));

const ANSWER_MS = 10_000;
/** A code that arrives later than this is useless. */
const MAX_ATTEMPTS = 6;

/**
 * Sends through the HTTP gateway at SMS_URL: `POST {"id", "to", "text"}` as JSON, with the URL's user and
 * password as basic authentication. Any 2xx status means accepted. Without SMS_URL messages go to the outbox.
 */
export function createSms({
  config,
  db,
  jobs,
  outbox,
}: {
  config: Pick<Config, 'smsUrl' | 'secret'>;
  db: Db;
  jobs: Pick<Jobs, 'add'>;
  outbox: Outbox;
}): Sms {
  async function deliver(job: SmsJob): Promise<void> {
    const { key, to } = job;
    const text = textOfSms(config.secret, job);
    if (!config.smsUrl)
      return deliverOnce(db, key, (tx) =>
        outbox.put(tx, { kind: 'sms', to, subject: null, text, html: null }),
      );
    if (await isDelivered(db, key)) return;
    const url = new URL(config.smsUrl);
    const login = Buffer.from(
      `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`,
    ).toString('base64');
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
    send(within, to, text) {
      const key = randomUUID();
      const sealedText = seal(config.secret, TEXTS, key, text).toString('base64url');
      return jobs.add(within, 'sms', { key, to, sealedText } satisfies SmsJob, { maxAttempts: MAX_ATTEMPTS });
    },
    jobs: { sms: jobIn('partners', (job: SmsJob) => deliver(job)) },
  };
}
