import { sql } from 'kysely';
import { recordCommand } from '../../audit/index.ts';
import { createInvitation } from '../../identity/index.ts';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import { invitePath } from './invite-path.ts';

/**
 * Issues invitations for a site whose setting `signups` is `invite`: paths that admit one person each, for
 * `days` days. They belong to the site's first owner, and the audit log records them. Throws if the site has
 * no operator yet.
 */
export async function issueInvitations(
  db: Db,
  { count, days }: { count: number; days: number },
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`select id from members where 'owner' = any(roles) and office_sites is null and status = 'active' order by id limit 1`.execute(
      tx,
    );
    const operator = rows[0]?.id;
    if (operator === undefined)
      throw new Error('The site has no operator to issue invitations: start it once first.');
    const paths: string[] = [];
    for (let i = 0; i < count; i++) {
      const { token } = await createInvitation(tx, { operator, email: null, site: null, days });
      paths.push(invitePath(token));
    }
    await recordCommand(tx, 'invitations.issue', { details: { count, days } });
    return paths;
  });
}
