export type Tuple<Item, Length extends number, Items extends Item[] = []> = Items['length'] extends Length
  ? Items
  : Tuple<Item, Length, [...Items, Item]>;

/** Returns whether a list has exactly this many items. TypeScript then treats each of them as present. */
export const hasLength = <Item, Length extends number>(
  list: Item[],
  length: Length,
): list is Item[] & Tuple<Item, Length> => list.length === length;
