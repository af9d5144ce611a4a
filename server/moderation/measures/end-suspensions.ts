import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { recordEnd } from './record-end.ts';
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
      if (ended) await recordEnd(app, tx, id, ended);
    });
  }
}
