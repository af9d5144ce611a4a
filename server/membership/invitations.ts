import { sql } from 'kysely';
import { recordActs } from '../audit/index.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { createLinkToken } from '../identity/index.ts';

/**
 * Issues invitations for a site whose setting `signups` is `invite`: paths that let one person in each, within `days`. They
 * belong to the site's first owner, and the issue is noted. Throws when the site has no operator yet.
 */
export async function issueInvitations(db: Db, { count, days }: { count: number; days: number }): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from members where 'owner' = any(roles) and status = 'active' order by id limit 1`.execute(tx);
    const operator = rows[0]?.id;
    if (operator === undefined) throw new Error('No operator is there to invite: start the site once.');
    const paths: string[] = [];
    for (let i = 0; i < count; i++) paths.push(`/complete-signup?invite=${await createLinkToken(tx, operator, 'invite', days * 24 * 60)}`);
    await recordActs(tx, [{ operator, act: 'invitations.issue', details: { count, days } }]);
    return paths;
  });
}
