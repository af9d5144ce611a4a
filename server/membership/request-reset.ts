import { addressKey } from '#contract/rules/account-rules.ts';
import { ownerOf } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { siteOf } from '../site-settings/index.ts';
import { RESET_JOB, type ResetJob } from './reset-job.ts';

/**
 * Requests a reset link. Every address gets the same response; with `reveal_membership`, an unknown one
 * throws `email_not_found`. Throws `reset_limit` after the site's `reset_mails_per_day`.
 */
export async function requestReset(app: App, email: string, host: string): Promise<void> {
  const { settings, pool } = await siteOf(app, host);
  const key = addressKey(pool.id, email);
  if (settings.reveal_membership && !(await ownerOf(app.db, key))) throw refuse('email_not_found');
  const mails = app.limits.limit(`reset-mail-${settings.reset_mails_per_day}`, {
    points: settings.reset_mails_per_day,
    seconds: 86_400,
  });
  const wait = await mails.take(key);
  if (wait !== null) throw refuse('reset_limit', undefined, wait);
  await app.jobs.add(app.db, RESET_JOB, { key } satisfies ResetJob);
}
