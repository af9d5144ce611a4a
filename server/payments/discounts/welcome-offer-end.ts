import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { databaseNow } from '../../platform/database/now.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { payerOf } from '../payer.ts';
import { welcomeOf } from './welcome-rules.ts';

/** When a member's welcome offer ends; null without one. */
export async function welcomeOfferEnd(
  app: Pick<App, 'db' | 'parts'>,
  db: Db,
  member: number,
): Promise<Date | null> {
  const payer = await payerOf(db, member);
  if (!payer) return null;
  const { welcome_discount_seconds } = await settingsOf(app, payer.host ?? undefined);
  const welcome = welcomeOf(payer, welcome_discount_seconds);
  if (welcome.state !== 'active') return null;
  return new Date((await databaseNow(db)).getTime() + welcome.secondsLeft * 1000);
}
