import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { newestAgeCheck } from '../age-check-of.ts';
import { endOpenCheck } from '../end-open-check.ts';
import { ageProviderKinds } from '../providers/registry.ts';
import { newestAppeal } from './newest-appeal.ts';

/**
 * POST /api/age-check-appeal.php: opens a check that somebody else in the office decides, because the pictures of the
 * refused one are deleted. A repeat changes nothing. Throws `conflict` if no refusal can be appealed.
 */
export async function appealAgeCheck(
  app: Pick<App, 'config' | 'db'>,
  member: number,
  text: string | undefined,
): Promise<void> {
  if (!app.config.ageProviders.includes('office')) throw refuse('not_found');
  const { openHours } = ageProviderKinds.office(app);
  await inTransaction(app.db, async (tx) => {
    await sql`select from members where id = ${member} for no key update`.execute(tx);
    const { appeal, refused } = await newestAppeal(tx, member);
    if (appeal === 'open') return;
    const found = await newestAgeCheck(tx, member);
    if (appeal !== 'possible' || (found?.state === 'passed' && found.current)) throw refuse('conflict');
    await endOpenCheck(tx, member);
    await sql`
      insert into age_checks (member_id, provider, due_at, appeal_of, appeal_text)
      values (${member}, 'office', app_now() + ${openHours} * interval '1 hour', ${refused}, ${text?.trim() || null})`.execute(
      tx,
    );
  });
}
