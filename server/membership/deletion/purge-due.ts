import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { settingByHost } from '../../site-settings/index.ts';
import { purgeMember } from './purge-member.ts';

/** Limit of one run; the next hourly run continues. */
const MOST_AT_ONCE = 500;

/**
 * Purges accounts whose `reactivation_days` are over (docs/product.md 4.2). Shadow accounts, whose address belongs
 * to a member, live as long as every other account: if they ended earlier, a login with the password of a signup
 * would tell after that time whether the address is a member's.
 */
export async function purgeDue(app: App): Promise<void> {
  const days = await settingByHost(app, 'reactivation_days', sql`host`);
  const due = sql<boolean>`(status = 'pending_deletion' and delete_requested_at < app_now() - (${days}) * interval '1 day')`;
  const members = await app.db.selectFrom('members').where(due).select('id').limit(MOST_AT_ONCE).execute();
  for (const { id } of members) {
    const stillDue = async (tx: Tx) =>
      (await tx.selectFrom('members').where('id', '=', id).where(due).select('id').executeTakeFirst()) !==
      undefined;
    if (await purgeMember(app, id, stillDue)) app.log.info({ member: id }, 'member purged');
  }
}
