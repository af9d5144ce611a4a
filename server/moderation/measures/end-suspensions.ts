import { sql } from 'kysely';
import { recordActivity } from '../../activity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { undoMeasure } from './undo-measure.ts';

export async function endSuspensions(app: App): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`select id from measures where ended_at is null and until <= app_now() order by until limit 500`.execute(
    app.db,
  );
  for (const { id } of rows) {
    await inTransaction(app.db, async (tx) => {
      const ended = await undoMeasure(app, tx, id, null);
      if (ended) await recordActivity(app, tx, { member: ended.member, kind: 'measure_ended', key: id });
    });
  }
}
