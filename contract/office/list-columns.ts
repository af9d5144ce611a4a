import { optional, text } from '../schema.ts';

/** Names of the columns of a list, separated by commas, in the order of the list. Without them: its usual columns. */
export const listColumns = optional(text(400));

/** The columns that a query names, in the order of the list. Unknown names are left out. */
export function columnsOf<Column extends string>(
  all: readonly Column[],
  usual: readonly Column[],
  chosen: string | null | undefined,
): readonly Column[] {
  const names = new Set(chosen?.split(','));
  const found = all.filter((column) => names.has(column));
  return found.length > 0 ? found : usual;
}
