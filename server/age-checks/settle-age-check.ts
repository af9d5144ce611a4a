import type { AgeProviderName } from '#contract/age-checks/lists.ts';
import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { endOpenCheck } from './end-open-check.ts';
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
  host: string | null;
}

export type SettlingParts = Pick<App, 'config' | 'db' | 'events' | 'jobs' | 'log' | 'mailer' | 'parts'>;

/**
 * Asks the provider of an open check for its result and stores it. While the provider has none or is unavailable, the check
 * stays open until it is late. A check without a session gets one as soon as the provider is available again.
 */
export async function settleAgeCheck(app: SettlingParts, check: OpenCheck): Promise<void> {
  const { id, member_id: member, provider, reference, language, late, host } = check;
  const { service, validDays } = ageProviderKinds[provider](app);
  const answer: AgeResult =
    service && reference ? await resultOf(app, service, check, reference) : { state: 'open' };
  const result: AgeResult = answer.state === 'open' && late ? { state: 'failed', reason: 'expired' } : answer;
  if (result.state === 'withdrawn') {
    await inTransaction(app.db, (tx) => endOpenCheck(tx, member, id));
    app.events.emit(member, 'changed', { what: 'user' });
  } else if (result.state !== 'open')
    await inTransaction(app.db, (tx) =>
      storeAgeResult(app, tx, { member, check: id, result, validDays, operator: null }),
    );
  else if (!reference)
    await startSession(app, { id, provider, host, locale: isLocale(language) ? language : defaultLocale });
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
