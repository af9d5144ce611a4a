import { columnsOf } from '#contract/office/list-columns.ts';
import { useSearchParams } from '#web/router/hooks.ts';

/** A copy of a query without empty parameters, with changes; null removes a parameter. */
export function changedQuery(query: URLSearchParams, changes: Record<string, string | null> = {}): string {
  const kept = [...query].filter(([name, value]) => value !== '' && !(name in changes));
  const added = Object.entries(changes).filter((each): each is [string, string] => each[1] !== null);
  return new URLSearchParams(
    [...kept, ...added].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ).toString();
}

/** The values that were given. */
export const given = <T extends Record<string, string | undefined | null>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as {
    [Name in keyof T]?: NonNullable<T[Name]>;
  };

/** What the address of a list says about its columns and order. */
export function useListAddress<Key extends string>(
  all: readonly Key[],
  usual: readonly Key[],
  usualSort: string,
) {
  const [query] = useSearchParams();
  return {
    query,
    columns: columnsOf(all, usual, query.get('columns')),
    sort: query.get('sort') || usualSort,
  };
}
