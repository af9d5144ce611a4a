const PAGE = 1000;

/**
 * All rows of a list for its file, page by page, up to `most` rows. `read` receives the last row of the page
 * before, and null for the first page.
 */
export async function* filePages<Row>(
  most: number,
  read: (last: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  for (let count = 0; count < most; count += PAGE) {
    const rows: Row[] = await read(last, PAGE);
    yield rows;
    last = rows.at(-1) ?? null;
    if (rows.length < PAGE) return;
  }
}
