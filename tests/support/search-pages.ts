import type { Client } from './client.ts';

export const ids = (cards: { id: number }[]) => cards.map(({ id }) => id);

/** The ids on each page of a search, up to 50 pages. */
export async function pagesOf(query: Record<string, unknown>, client: Client): Promise<number[][]> {
  const found: number[][] = [];
  let cursor: string | undefined;
  do {
    const page = await client.must('members', { query: { ...query, cursor } });
    found.push(ids(page.results));
    cursor = page.next ?? undefined;
  } while (cursor && found.length < 50);
  return found;
}
