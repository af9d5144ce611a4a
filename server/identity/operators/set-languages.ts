import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { memberChanged } from '../sessions/member-changed.ts';

/** Sets the languages of the members whose work an operator gets, from the next request on; none for all. */
export async function setLanguages(
  app: Pick<App, 'events'>,
  tx: Tx,
  operator: number,
  languages: readonly string[],
): Promise<void> {
  await tx
    .updateTable('members')
    .set({ office_languages: [...new Set(languages)].toSorted() })
    .where('id', '=', operator)
    .execute();
  await memberChanged(app, tx, operator);
}
