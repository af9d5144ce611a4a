import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { enterSeries } from './enter-series.ts';

/** Enters a member who got a first answer of another member, and cannot pay for the next message. */
export async function enterOnReply(
  app: Pick<App, 'db' | 'jobs' | 'parts'>,
  { member, host }: { member: number; host: string | null },
): Promise<void> {
  const { message_credits, free_messages } = await settingsOf(app, host ?? undefined);
  await inTransaction(app.db, (tx) =>
    enterSeries(app, tx, {
      ...{ member, host, trigger: 'first_reply' },
      condition: sql`m.credits < ${message_credits} and m.free_messages_used >= ${free_messages}`,
    }),
  );
}
