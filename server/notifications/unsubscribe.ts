import { digestTypes, isNotificationType } from '#contract/lists/notifications.ts';
import { memberChanged } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { UNSUBSCRIBE_PATH, type Unsubscription } from '../platform/outgoing/mailer.ts';
import { createSigner } from '../platform/signing.ts';
import { DIGEST } from './rules.ts';
import { noteUnsubscribe } from './series/note-unsubscribe.ts';
import { stopMailsOf } from './switches/stop-mails-of.ts';

export function readUnsubscribe(app: Pick<App, 'config'>, token: string): Unsubscription | null {
  const value = createSigner(app.config.secret, 'unsubscribe').unpack(token) as Unsubscription | null;
  return value && Number.isSafeInteger(value.member) && isMailType(value.type) ? value : null;
}

const isMailType = (type: string): boolean => type === DIGEST || isNotificationType(type);

/** Switches off the mails of one type (RFC 8058), or of all types in a digest. Idempotent. */
export async function unsubscribe(
  app: Pick<App, 'db' | 'events'>,
  { member, type }: Unsubscription,
): Promise<void> {
  const types = type === DIGEST ? digestTypes : [type];
  for (const each of types) await stopMailsOf(app.db, member, each);
  await noteUnsubscribe(app.db, member, types);
  await memberChanged(app, app.db, member);
}

export { UNSUBSCRIBE_PATH };
