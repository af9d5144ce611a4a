import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { LivenessProviderName } from '#contract/photos/liveness-lists.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, one } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { lockMember } from '../lock-member.ts';
import { startSession } from './start-session.ts';

const OPEN_HOURS = 24;

/**
 * POST /api/liveness.php: opens a check, or leaves the open one as it is. If the provider is unavailable, the check waits, and the
 * job that settles checks tries again. Throws `not_found` without a provider.
 */
export async function beginLiveness(
  app: Pick<App, 'config' | 'db' | 'log' | 'parts'>,
  member: number,
  { locale, host }: { locale: Locale; host: string },
): Promise<void> {
  const { liveness } = app.config;
  if (!liveness) throw refuse('not_found');
  const check = await inTransaction(app.db, async (tx) => {
    await lockMember(tx, member);
    await sql`
      insert into liveness_checks (member_id, provider, due_at)
      values (${member}, ${liveness.provider}, app_now() + ${OPEN_HOURS} * interval '1 hour')
      on conflict (member_id) where state = 'open' do nothing`.execute(tx);
    return one(
      sql<{ id: number; provider: LivenessProviderName; started: boolean }>`
      select id, provider, reference is not null as started from liveness_checks
      where member_id = ${member} and state = 'open'`.execute(tx),
    );
  });
  if (!check.started) await startSession(app, { ...check, host, locale });
}
