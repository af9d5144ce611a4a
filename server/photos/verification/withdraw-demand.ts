import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { lockMember } from '../lock-member.ts';
import { endDemand } from './end-demand.ts';

/**
 * DELETE /api/admin/verification-demand: takes back what one member was asked for. The site's rule still holds for the member.
 * Throws `conflict` if there is no demand.
 */
export async function withdrawDemand(
  app: Pick<App, 'db' | 'events'>,
  { member, audit }: { member: number; audit: AuditNote },
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await lockMember(tx, member);
    if (!(await endDemand(tx, member))) throw refuse('conflict');
    await audit(tx, { act: 'verification.unask', member });
    tx.afterCommit(() => app.events.emit(member, 'changed', { what: 'user' }));
  });
}
