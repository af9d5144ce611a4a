import { columnsOf } from '#contract/office/list-columns.ts';
import { type ListedMember, type MemberListColumn, memberListColumns } from '#contract/office/member-list.ts';
import type { Db } from '../../platform/database/index.ts';
import { membersForFile } from './list-members.ts';
import type { Caller, MemberSearch } from './member-conditions.ts';

/** The value of each column of the list in its file. */
const values: Record<MemberListColumn, (member: ListedMember) => string> = {
  name: ({ name }) => name ?? '',
  email: ({ email }) => email ?? '',
  state: ({ status, premium }) => (premium ? `${status} premium` : status),
  country: ({ country }) => country ?? '',
  site: ({ site }) => site,
  since: ({ signup_date }) => signup_date,
  seen: ({ last_seen }) => last_seen ?? '',
  credits: ({ credits }) => String(credits),
  source: ({ source }) => source ?? '',
  risk: ({ risks }) => risks.join(' '),
  id: ({ id }) => String(id),
};

/** The lines of the file: the chosen columns of exactly the rows that the filtered list shows. */
export async function* memberFileRows(
  db: Db,
  caller: Caller,
  { columns, ...search }: MemberSearch & { columns?: string },
): AsyncGenerator<string[]> {
  const chosen = columnsOf(memberListColumns, memberListColumns, columns);
  let isFirst = true;
  for await (const members of membersForFile(db, caller, search)) {
    // The header follows the first query, so that a search that the database rejects still gets an error
    // response.
    if (isFirst) yield [...chosen];
    isFirst = false;
    for (const member of members) yield chosen.map((column) => values[column](member));
  }
}
