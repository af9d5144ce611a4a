import { notificationTypes } from '#contract/enums.ts';
import type { App } from '../platform/app.ts';
import { memberChanged } from '../identity/index.ts';
import { UNSUBSCRIBE_PATH, type Unsubscription } from '../platform/outgoing/mailer.ts';
import { createSigner } from '../platform/signing.ts';
import { stopMailsOf } from './change-switches.ts';

/** Who and what a token of a mail's List-Unsubscribe speaks of; null when forged or too old. */
export function readUnsubscribe(app: Pick<App, 'config'>, token: string): Unsubscription | null {
  const value = createSigner(app.config.secret, 'unsubscribe').unpack(token) as Unsubscription | null;
  return value && Number.isSafeInteger(value.member) && notificationTypes.includes(value.type) ? value : null;
}

/** Switches the mails of exactly the mail's own type off (RFC 8058); as often as it is asked, it is off once. */
export async function unsubscribe(app: Pick<App, 'db' | 'events'>, { member, type }: Unsubscription): Promise<void> {
  await stopMailsOf(app.db, member, type);
  memberChanged(app, member);
}

export { UNSUBSCRIBE_PATH };
