import { sql } from 'kysely';
import type { LivenessProviderName, LivenessReason } from '#contract/photos/liveness-lists.ts';
import type { Liveness } from '#contract/photos/liveness.ts';
import type { App } from '../../platform/app.ts';
import { oneOrNone } from '../../platform/database/index.ts';

/** A member's newest check; null where no provider is configured. */
export async function livenessOf(
  { config, db }: Pick<App, 'config' | 'db'>,
  member: number,
): Promise<Liveness | null> {
  if (!config.liveness) return null;
  const found = await oneOrNone(
    sql<{
      state: 'open' | 'passed' | 'failed';
      provider: LivenessProviderName;
      page: string | null;
      reason: LivenessReason | null;
    }>`
    select state, provider, page, reason from liveness_checks where member_id = ${member} order by id desc limit 1`.execute(
      db,
    ),
  );
  if (!found || found.reason === 'withdrawn')
    return { state: 'none', provider: config.liveness.provider, url: null, reason: null };
  const { page, ...rest } = found;
  return { ...rest, url: page };
}
