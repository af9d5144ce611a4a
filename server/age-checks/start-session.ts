import { sql } from 'kysely';
import type { AgeProviderName } from '#contract/age-checks/lists.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { originOf } from '../site-settings/index.ts';
import { ageProviderKinds } from './providers/registry.ts';

interface Unstarted {
  id: number;
  provider: AgeProviderName;
  host: string | null;
  locale: Locale;
}

/**
 * Opens the provider's session for a check that has none, outside any transaction. If the provider is unavailable, the check
 * stays without a session. Of two sessions opened at the same time, the first one stored counts.
 */
export async function startSession(
  app: Pick<App, 'config' | 'db' | 'log' | 'parts'>,
  { id, provider, host, locale }: Unstarted,
): Promise<void> {
  const { service } = ageProviderKinds[provider](app);
  if (!service) return;
  try {
    const reference = await service.start({
      checkId: id,
      origin: await originOf(app, host),
      returnPath: `/${locale}/age-check`,
      locale,
    });
    await sql`
      update age_checks set reference = ${reference} where id = ${id} and state = 'open' and reference is null`.execute(
      app.db,
    );
  } catch (error) {
    app.log.warn({ err: (error as Error).message, provider }, 'a provider of age checks is unavailable');
  }
}
