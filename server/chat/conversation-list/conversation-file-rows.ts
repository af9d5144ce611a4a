import {
  type ConversationListColumn,
  conversationListColumns,
  type ListedConversation,
} from '#contract/chat/conversation-list.ts';
import { columnsOf } from '#contract/office/list-columns.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Caller, ConversationSearch } from './conversation-conditions.ts';
import { conversationsForFile } from './list-conversations-of-all.ts';

/** The value of each column of the list in its file. A file travels, so it has the numbers of the members only. */
const values: Record<ConversationListColumn, (conversation: ListedConversation) => string> = {
  member: ({ member }) => String(member.id),
  other: ({ other }) => String(other.id),
  kind: ({ kind }) => kind,
  state: ({ state }) => state,
  messages: ({ messages }) => String(messages),
  complaint: ({ complaint }) => String(complaint ?? ''),
  site: ({ site }) => site ?? '',
  started: ({ created_at }) => created_at,
  last: ({ last_message_at }) => last_message_at,
  id: ({ id }) => String(id),
};

/** The lines of the file: the chosen columns of exactly the rows that the filtered list shows. */
export async function* conversationFileRows(
  db: Db,
  caller: Caller,
  { columns, ...search }: ConversationSearch & { columns?: string },
): AsyncGenerator<string[]> {
  const chosen = columnsOf(conversationListColumns, conversationListColumns, columns);
  let isFirst = true;
  for await (const conversations of conversationsForFile(db, caller, search)) {
    // The header follows the first query, so that a search that the database rejects still gets an error
    // response.
    if (isFirst) yield [...chosen];
    isFirst = false;
    for (const conversation of conversations) yield chosen.map((column) => values[column](conversation));
  }
}
