import type { CallQuery } from '#contract/calls.ts';
import type { ListView } from '#contract/office/list-views.ts';
import type { Db } from '../../platform/database/index.ts';

export const viewsOf = (
  db: Db,
  operator: number,
  list: CallQuery<'listViews'>['list'],
): Promise<ListView[]> =>
  db
    .selectFrom('office_views')
    .where('operator_id', '=', operator)
    .where('list', '=', list)
    .select(['id', 'name', 'query'])
    .orderBy('name')
    .orderBy('id')
    .execute();
