import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../platform/database/index.ts';
import { conversionEvents, type ConversionEvent } from './conversions.ts';

/** A partner who sends visitors, as an operator writes one. */
export interface NetworkChange {
  key: string;
  name: string;
  /** With macros such as `{sub1}`; null: the partner is not called. */
  postbackUrl: string | null;
  /** Cents by event; an event that is left out pays nothing. */
  payouts: Partial<Record<ConversionEvent, number>>;
  currency: string;
}

export interface NetworkSecrets {
  /** Opens the partner's own figures at `/partners/<token>`. Shown once. */
  token: string;
  /** Signs postbacks; the partner checks them with it. Shown once. */
  secret: string;
}

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Adds a network, or changes one; with `renew`, or for a new one, token and secret are made and answered. */
export async function writeNetwork(db: Db, { key, name, postbackUrl, payouts, currency }: NetworkChange, renew = false): Promise<NetworkSecrets | null> {
  const values = { name, postback_url: postbackUrl, payouts: JSON.stringify(onlyEvents(payouts)), currency, active: true };
  const known = await db.selectFrom('networks').where('key', '=', key).select('key').executeTakeFirst();
  if (known && !renew) {
    await db.updateTable('networks').set(values).where('key', '=', key).execute();
    return null;
  }
  const [token, secret] = [randomBytes(24).toString('base64url'), randomBytes(32).toString('base64url')];
  const secrets = { token_hash: tokenHash(token), secret: Buffer.from(secret) };
  await db
    .insertInto('networks')
    .values({ key, ...values, ...secrets })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ ...values, ...secrets }))
    .execute();
  return { token, secret };
}

const onlyEvents = (payouts: NetworkChange['payouts']) =>
  Object.fromEntries(conversionEvents.flatMap((event) => (payouts[event] === undefined ? [] : [[event, Math.max(0, Math.round(payouts[event]))]])));

/** Ends a partner's page and postbacks; what was booked stays. Returns whether there was such a network. */
export async function closeNetwork(db: Db, key: string): Promise<boolean> {
  const done = await db.updateTable('networks').set({ active: false }).where('key', '=', key).executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

export const listNetworks = (db: Db) =>
  db.selectFrom('networks').select(['key', 'name', 'postback_url', 'payouts', 'currency', 'active']).orderBy('key').execute();
