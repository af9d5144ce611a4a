import { sql } from 'kysely';
import { addressKey } from '#contract/rules/account-rules.ts';
import { auditAs } from '../../audit/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { poolOf } from '../../site-settings/index.ts';

export interface Identity {
  issuer: string;
  subject: string;
  /** The address, if the provider vouches for it. */
  email: string | null;
}

/**
 * The operator with this identity at the sign-in provider, or null. The first sign-in links the identity to the operator
 * with its address. Later only the subject counts, so that an address that a provider gives to somebody else opens
 * nothing.
 */
export const identifyOperator = (
  app: Pick<App, 'db' | 'parts'>,
  identity: Identity,
): Promise<number | null> =>
  inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: number; works: boolean }>`
      select m.id, m.status = 'active' and m.roles <> '{}' as works
      from operator_identities i join members m on m.id = i.member_id
      where i.issuer = ${identity.issuer} and i.subject = ${identity.subject}`.execute(tx);
    const [known] = rows;
    if (known) return known.works ? known.id : null;
    return identity.email === null ? null : link(app, tx, { ...identity, email: identity.email });
  });

async function link(
  app: Pick<App, 'parts' | 'db'>,
  tx: Tx,
  { issuer, subject, email }: Identity & { email: string },
): Promise<number | null> {
  const key = addressKey(await poolOf(app), email);
  const { rows } = await sql<{ id: number }>`
    insert into operator_identities (member_id, issuer, subject)
    select id, ${issuer}::text, ${subject}::text from members
    where email_key = ${key} and status = 'active' and roles <> '{}'
    on conflict do nothing returning member_id as id`.execute(tx);
  const [linked] = rows;
  if (!linked) return null;
  await auditAs(linked.id, 'operator.identity')(tx, { member: linked.id });
  return linked.id;
}
