import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

/** Anybody can report errors, so that a release keeps this many different ones at most. The rest count as one. */
const MOST_ERRORS = 200;

export interface PageErrorReport {
  release: string;
  name: string;
  message: string;
  path: string;
  frame: string | null;
}

/** Counts an error of a page by its release, kind and place in the code. */
export async function storePageError(db: Db, error: PageErrorReport): Promise<void> {
  const { release } = error;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([error.name, error.message, error.frame]))
    .digest('base64url')
    .slice(0, 22);
  const { numAffectedRows } =
    await sql`update page_errors set count = count + 1, last_at = app_now() where release = ${release} and fingerprint = ${fingerprint}`.execute(
      db,
    );
  if (numAffectedRows) return;
  await sql`
    with room as (select count(*) < ${MOST_ERRORS} as is_left from page_errors where release = ${release})
    insert into page_errors as e (release, fingerprint, name, message, path, frame)
    select ${release}, case when is_left then ${fingerprint} else 'others' end, case when is_left then ${error.name} else 'Error' end,
      case when is_left then ${error.message} else '…' end, case when is_left then ${error.path} else '…' end,
      case when is_left then ${error.frame}::text end
    from room
    on conflict (release, fingerprint) do update set count = e.count + 1, last_at = app_now()`.execute(db);
}
