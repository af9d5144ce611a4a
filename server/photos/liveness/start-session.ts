import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { LivenessProviderName } from '#contract/photos/liveness-lists.ts';
import type { App } from '../../platform/app.ts';
import { originOf } from '../../site-settings/index.ts';
import { livenessProviderKinds } from './registry.ts';

interface Unstarted {
  id: number;
  provider: LivenessProviderName;
  host: string | null;
  locale: Locale;
}

/**
 * Opens the provider's session for a check that has none, outside any transaction. If the provider is unavailable, the check
 * stays without a session and waits. Of two sessions opened at the same time, the first one stored counts.
 */
export async function startSession(
  app: Pick<App, 'config' | 'db' | 'log' | 'parts'>,
  { id, provider, host, locale }: Unstarted,
): Promise<void> {
  const service = livenessProviderKinds[provider](app);
  if (!service) return;
  try {
    const returnUrl = `${await originOf(app, host)}/${locale}/verification`;
    const { reference, page } = await service.start({ checkId: id, returnUrl });
    await sql`
      update liveness_checks set reference = ${reference}, page = ${page}
      where id = ${id} and state = 'open' and reference is null`.execute(app.db);
  } catch (error) {
    app.log.warn({ err: (error as Error).message, provider }, 'a provider of liveness checks is unavailable');
  }
}
