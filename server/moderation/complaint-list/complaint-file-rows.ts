import {
  type ComplaintListColumn,
  complaintListColumns,
  type ListedComplaint,
} from '#contract/moderation/complaint-list.ts';
import { columnsOf } from '#contract/office/list-columns.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Caller, ComplaintSearch } from './complaint-conditions.ts';
import { complaintsForFile } from './list-complaints.ts';

/** The value of each column of the list in its file. A file travels, so it has the number of the member only. */
const values: Record<ComplaintListColumn, (complaint: ListedComplaint) => string> = {
  category: ({ category }) => category,
  status: ({ status }) => status,
  priority: ({ priority }) => String(priority),
  member: ({ member }) => String(member ?? ''),
  site: ({ site }) => site ?? '',
  arrived: ({ created_at }) => created_at,
  claimed_by: ({ claimed_by }) => claimed_by ?? '',
  outcome: ({ outcome }) => outcome ?? '',
  decided: ({ decided_at }) => decided_at ?? '',
  decided_by: ({ decided_by }) => decided_by ?? '',
  id: ({ id }) => String(id),
};

/** The lines of the file: the chosen columns of exactly the rows that the filtered list shows. */
export async function* complaintFileRows(
  db: Db,
  caller: Caller,
  { columns, ...search }: ComplaintSearch & { columns?: string },
): AsyncGenerator<string[]> {
  const chosen = columnsOf(complaintListColumns, complaintListColumns, columns);
  let isFirst = true;
  for await (const complaints of complaintsForFile(db, caller, search)) {
    // The header follows the first query, so that a search that the database rejects still gets an error
    // response.
    if (isFirst) yield [...chosen];
    isFirst = false;
    for (const complaint of complaints) yield chosen.map((column) => values[column](complaint));
  }
}
