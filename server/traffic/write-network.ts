import { randomBytes } from 'node:crypto';
import { inTransaction, type Db, type Tx } from '../platform/database/index.ts';
import type { Noted } from '../platform/http/context.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { partnerTokenHash } from './partner-token.ts';
import { conversionEvents, type ConversionEvent } from './queue-conversion.ts';

export interface NetworkChange {
  key: string;
  name: string;
  /** May contain macros such as `{sub1}`. Null sends no postbacks. */
  postbackUrl: string | null;
  payouts: Partial<Record<ConversionEvent, number>>;
  currency: string;
}

export interface NetworkSecrets {
  /** Opens the partner's own figures at `/partners/<token>`. Returned only here. */
  token: string;
  /** Signs postbacks, so that the partner can verify them. Returned only here. */
  secret: string;
}

interface WriteOptions {
  /** Replaces the secrets of a known network. */
  renew: boolean;
  /** Refuses a known network. */
  isNew?: boolean;
  record(tx: Tx, act: Noted): Promise<void>;
}

/**
 * Adds, changes or reopens a network. Creates and returns secrets for a new network or with `renew`; otherwise
 * returns null. The audit log records old and new values. Throws `invalid_fields` with `isNew` if the key is
 * in use.
 */
export async function writeNetwork(
  db: Db,
  { key, name, postbackUrl, payouts, currency }: NetworkChange,
  { renew, isNew = false, record }: WriteOptions,
): Promise<NetworkSecrets | null> {
  const values = {
    name,
    postback_url: postbackUrl,
    payouts: JSON.stringify(roundedPayouts(payouts)),
    currency,
    active: true,
  };
  return inTransaction(db, async (tx) => {
    const known = await tx
      .selectFrom('networks')
      .where('key', '=', key)
      .select(['name', 'postback_url', 'payouts', 'currency', 'active'])
      .forUpdate()
      .executeTakeFirst();
    if (known && isNew) throw refuseFields({ key: 'key_taken' });
    await record(tx, {
      object: key,
      details: { before: known ?? null, after: { name, postbackUrl, payouts, currency }, renewed: renew },
    });
    if (known && !renew) {
      await tx.updateTable('networks').set(values).where('key', '=', key).execute();
      return null;
    }
    const token = randomBytes(24).toString('base64url');
    const secret = randomBytes(32).toString('base64url');
    const secrets = { token_hash: partnerTokenHash(token), secret: Buffer.from(secret) };
    await tx
      .insertInto('networks')
      .values({ key, ...values, ...secrets })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ ...values, ...secrets }))
      .execute();
    return { token, secret };
  });
}

const roundedPayouts = (payouts: NetworkChange['payouts']) =>
  Object.fromEntries(
    conversionEvents.flatMap((event) =>
      payouts[event] === undefined ? [] : [[event, Math.max(0, Math.round(payouts[event]))]],
    ),
  );
