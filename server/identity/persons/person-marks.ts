import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { personKey } from '#contract/acquaintances/person-key.ts';
import { noteContactMark } from '../../acquaintances/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { deriveKey } from '../../platform/secrets.ts';
import { holdAccount } from './hold-account.ts';

export type MarkKind = 'mail' | 'mobile' | 'bank_account' | 'card' | 'device';

export interface Mark {
  kind: MarkKind;
  /** An e-mail address, a number in international form, or the identifier of a card, account or browser. */
  value: string;
}

type Parts = Pick<App, 'config' | 'events' | 'jobs'>;

/** The stored form of a mark. It cannot be reversed without the site's secret. */
export const markHash = (secret: string, { kind, value }: Mark): Buffer =>
  createHmac('sha256', deriveKey(secret, 'marks of persons'))
    .update(`${kind}:${kind === 'mail' ? personKey(value) : value}`)
    .digest();

/**
 * Records what identifies the person behind an account, and holds the account for a moderator if a banned
 * member had the same mark. Call it only with what the member has proved to own, or else anybody could find
 * out whose address is banned.
 */
export async function noteMark(app: Parts, tx: Tx, member: number, mark: Mark): Promise<void> {
  const hash = markHash(app.config.secret, mark);
  await sql`insert into person_marks (member_id, kind, hash) values (${member}, ${mark.kind}, ${hash}) on conflict do nothing`.execute(
    tx,
  );
  const { kind, value } = mark;
  if (kind === 'mail' || kind === 'mobile') await noteContactMark(app, tx, member, { kind, value });
  const { rows } = await sql<{ member_id: number }>`
    select distinct member_id from banned_marks
    where kind = ${mark.kind} and hash = ${hash} and until > app_now() and member_id <> ${member}`.execute(
    tx,
  );
  for (const { member_id: related } of rows)
    await holdAccount(app, tx, { member, reason: `banned_${mark.kind}`, related });
}
