import { sql } from 'kysely';
import type { AgeProviderName } from '#contract/age-checks/lists.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { ageProviderKinds } from './providers/registry.ts';

/**
 * Opens the provider's session for a check that has none, outside any transaction. If the provider is unavailable, the check
 * stays without a session. Of two sessions opened at the same time, the first one stored counts.
 */
export async function startSession(
  app: Pick<App, 'config' | 'db' | 'log'>,
  { id, provider, locale }: { id: number; provider: AgeProviderName; locale: Locale },
): Promise<void> {
  const { service } = ageProviderKinds[provider](app);
  if (!service) return;
  try {
    const reference = await service.start({ checkId: id, returnUrl: `/${locale}/age-check`, locale });
    await sql`
      update age_checks set reference = ${reference} where id = ${id} and state = 'open' and reference is null`.execute(
      app.db,
    );
  } catch (error) {
    app.log.warn({ err: (error as Error).message, provider }, 'a provider of age checks is unavailable');
  }
}
