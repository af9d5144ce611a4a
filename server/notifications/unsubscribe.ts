import { sql } from 'kysely';
import { notificationTypes } from '#contract/enums.ts';
import type { App } from '../platform/app.ts';
import { UNSUBSCRIBE_PATH, type Unsubscription } from '../platform/outgoing/mailer.ts';
import { createSigner } from '../platform/signing.ts';

/** Who and what a token of a mail's List-Unsubscribe speaks of; null when forged or too old. */
export function readUnsubscribe(app: Pick<App, 'config'>, token: string): Unsubscription | null {
  const value = createSigner(app.config.secret, 'unsubscribe').unpack(token) as Unsubscription | null;
  return value && Number.isSafeInteger(value.member) && notificationTypes.includes(value.type) ? value : null;
}

/** Switches the mails of one kind off, once and for all tries (RFC 8058). */
export async function unsubscribe(app: Pick<App, 'db'>, { member, type }: Unsubscription): Promise<void> {
  const entry = `email:${type}`;
  await sql`update members set notifications_disabled = array_append(notifications_disabled, ${entry})
    where id = ${member} and not (notifications_disabled @> array[${entry}]) and not (notifications_disabled @> array[${type}::text])`.execute(app.db);
}

export { UNSUBSCRIBE_PATH };
