/**
 * Cursor of the next page of a list that was queried with one row more than a page holds. `cursorOf` receives
 * the last row of this page. Null if there are no more rows.
 */
export function nextPage<Row>(
  rows: readonly Row[],
  pageSize: number,
  cursorOf: (last: Row) => string,
): string | null {
  const last = rows[pageSize - 1];
  return rows.length > pageSize && last !== undefined ? cursorOf(last) : null;
}
