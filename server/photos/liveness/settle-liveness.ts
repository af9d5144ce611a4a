import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import type { App } from '../../platform/app.ts';
import { endLiveness } from './end-liveness.ts';
import type { OpenCheck } from './open-checks.ts';
import type { LivenessResult } from './provider.ts';
import { livenessProviderKinds } from './registry.ts';
import { startSession } from './start-session.ts';

export type SettlingParts = Pick<App, 'config' | 'db' | 'events' | 'log' | 'parts'>;

/**
 * Asks the provider of an open check for its result and stores it, or opens the session that failed. While the provider has no
 * result or is unavailable, the check stays open until it is late. Nothing but the provider's answer passes a check.
 */
export async function settleLiveness(app: SettlingParts, check: OpenCheck): Promise<void> {
  const { id, member, provider, reference, language, host, late } = check;
  const answer = await resultOf(app, check);
  const result: LivenessResult =
    answer.state === 'open' && late ? { state: 'failed', reason: 'expired' } : answer;
  if (result.state !== 'open') await endLiveness(app, app.db, { member, result, reference });
  else if (!reference)
    await startSession(app, { id, provider, host, locale: isLocale(language) ? language : defaultLocale });
}

async function resultOf(app: SettlingParts, { provider, reference }: OpenCheck): Promise<LivenessResult> {
  const service = livenessProviderKinds[provider](app);
  if (!service || !reference) return { state: 'open' };
  try {
    return await service.resultOf(reference);
  } catch (error) {
    app.log.warn({ err: (error as Error).message, provider }, 'a provider of liveness checks is unavailable');
    return { state: 'open' };
  }
}
