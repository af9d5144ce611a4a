import { sql } from 'kysely';
import type { AgeProviderName } from '#contract/age-checks/lists.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { newestAgeCheck } from './age-check-of.ts';
import { endOpenCheck } from './end-open-check.ts';
import { ageProviderKinds } from './providers/registry.ts';
import { startSession } from './start-session.ts';

/**
 * POST /api/age-check.php: opens a check with the provider, or leaves the open one with it as it is. An open check with
 * another provider ends. If the provider is unavailable, the check waits, and the job that settles checks tries again.
 * A passed check counts on while it is renewed. Throws `conflict` if it cannot be renewed yet, and `not_found` for a provider that the installation does not use.
 */
export async function beginAgeCheck(
  app: Pick<App, 'config' | 'db' | 'log' | 'parts'>,
  member: number,
  provider: AgeProviderName,
  { locale, host }: { locale: Locale; host: string },
): Promise<void> {
  if (!app.config.ageProviders.includes(provider)) throw refuse('not_found');
  const { openHours } = ageProviderKinds[provider](app);
  const unstarted = await inTransaction(app.db, async (tx) => {
    await sql`select from members where id = ${member} for no key update`.execute(tx);
    const found = await newestAgeCheck(tx, member);
    if (found?.valid_until && !found.renewable) throw refuse('conflict');
    if (found?.state === 'open' && found.provider === provider) return found.reference ? null : found.id;
    await endOpenCheck(tx, member);
    const { rows } = await sql<{ id: number }>`
      insert into age_checks (member_id, provider, due_at)
      values (${member}, ${provider}, app_now() + ${openHours} * interval '1 hour') returning id`.execute(tx);
    return rows[0]?.id ?? null;
  });
  if (unstarted !== null) await startSession(app, { id: unstarted, provider, host, locale });
}
