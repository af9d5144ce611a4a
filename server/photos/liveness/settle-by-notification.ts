import { sql } from 'kysely';
import type { LivenessProviderName } from '#contract/photos/liveness-lists.ts';
import { openChecks } from './open-checks.ts';
import type { Notification } from './provider.ts';
import { livenessProviderKinds } from './registry.ts';
import { settleLiveness, type SettlingParts } from './settle-liveness.ts';

/** Takes a notification as a hint. One that is forged, repeated, late or about an unknown session changes nothing. */
export async function settleByNotification(
  app: SettlingParts,
  provider: LivenessProviderName,
  notification: Notification,
): Promise<void> {
  const session = livenessProviderKinds[provider](app)?.sessionIn(notification);
  if (!session) return;
  const [check] = await openChecks(app.db, sql`c.provider = ${provider} and c.reference = ${session}`);
  if (check) await settleLiveness(app, check);
}
