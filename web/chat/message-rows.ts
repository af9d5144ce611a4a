import type { Message } from '#contract/chat/conversations.ts';
import type { Unsent, UnsentEdit, UnsentMessage } from '#web/session/unsent-db.ts';

/** Position of a bubble within a group of one sender's messages. Only the last has a tail and a time. */
interface Place {
  last: boolean;
  own: boolean;
  /**
   * Name of the day, on the day's first message. It is part of the row, because keys must stay stable when
   * older rows are prepended.
   */
  day: string | null;
}
export type Row =
  | ({
      key: string;
      type: 'message';
      message: Message;
      newest: boolean;
      edit: UnsentEdit | undefined;
    } & Place)
  | ({ key: string; type: 'unsent'; unsent: UnsentMessage } & Place)
  | { key: string; type: 'typing' };

const TOGETHER_MS = 5 * 60_000;

/**
 * Rows of the list, in order. A message keeps its key from typing to the read receipt, so its bubble is never
 * remounted.
 */
export function rowsOf(
  messages: readonly Message[],
  unsent: readonly Unsent[],
  member: number,
  typing: boolean,
  sameDay: SameDay,
): Row[] {
  const together = (a: Entry, b: Entry) =>
    a.own === b.own && Date.parse(b.at) - Date.parse(a.at) < TOGETHER_MS && sameDay(a.at, b.at);
  const sent = new Set(messages.map(({ client_id }) => client_id));
  const edits = new Map(unsent.flatMap((each) => (each.kind === 'edit' ? [[each.message.id, each]] : [])));
  const all = [
    ...messages.map((message) => ({
      message: edits.has(message.id) ? { ...message, text: edits.get(message.id)?.text ?? null } : message,
      edit: edits.get(message.id),
      own: message.sender === member,
      at: message.created_at,
      key: message.client_id ?? `m${message.id}`,
    })),
    ...unsent
      .filter((each): each is UnsentMessage => each.kind !== 'edit' && !sent.has(each.client_id))
      .map((waiting) => ({ unsent: waiting, own: true, at: waiting.created_at, key: waiting.client_id })),
  ];
  const newest = all.findLast(({ own }) => own);
  const rows: Row[] = [];
  all.forEach((entry, index) => {
    const [before, after] = [all[index - 1], all[index + 1]];
    const place = {
      own: entry.own,
      last: !after || !together(entry, after),
      day: !before || !sameDay(before.at, entry.at) ? entry.at : null,
    };
    rows.push(
      'message' in entry
        ? {
            key: entry.key,
            type: 'message',
            message: entry.message,
            edit: entry.edit,
            newest: entry === newest,
            ...place,
          }
        : { key: entry.key, type: 'unsent', unsent: entry.unsent, ...place },
    );
  });
  if (typing) rows.push({ key: 'typing', type: 'typing' });
  return rows;
}

interface Entry {
  own: boolean;
  at: string;
}

type SameDay = (a: string, b: string) => boolean;
