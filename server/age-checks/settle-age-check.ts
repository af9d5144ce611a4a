import type { AgeProviderName } from '#contract/age-checks/lists.ts';
import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { AgeResult, AgeService } from './providers/provider.ts';
import { ageProviderKinds } from './providers/registry.ts';
import { startSession } from './start-session.ts';
import { storeAgeResult } from './store-age-result.ts';

export interface OpenCheck {
  id: number;
  member_id: number;
  provider: AgeProviderName;
  reference: string | null;
  language: string;
  late: boolean;
}

type SettlingParts = Pick<App, 'config' | 'db' | 'events' | 'jobs' | 'log' | 'mailer'>;

/**
 * Asks the provider of an open check for its result and stores it. While the provider has none or is unavailable, the check
 * stays open until it is late. A check without a session gets one as soon as the provider is available again.
 */
export async function settleAgeCheck(app: SettlingParts, check: OpenCheck): Promise<void> {
  const { id, member_id: member, provider, reference, language, late } = check;
  const { service, validDays } = ageProviderKinds[provider](app);
  const answer: AgeResult =
    service && reference ? await resultOf(app, service, check, reference) : { state: 'open' };
  const result: AgeResult = answer.state === 'open' && late ? { state: 'failed', reason: 'expired' } : answer;
  if (result.state !== 'open')
    await inTransaction(app.db, (tx) =>
      storeAgeResult(app, tx, { member, check: id, result, validDays, operator: null }),
    );
  else if (!reference)
    await startSession(app, { id, provider, locale: isLocale(language) ? language : defaultLocale });
}

const resultOf = (
  { log }: Pick<App, 'log'>,
  service: AgeService,
  { provider }: OpenCheck,
  reference: string,
): Promise<AgeResult> =>
  service.resultOf(reference).catch((error: Error): AgeResult => {
    log.warn({ err: error.message, provider }, 'a provider of age checks is unavailable');
    return { state: 'open' };
  });
