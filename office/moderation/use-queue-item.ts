import { useState } from 'react';

interface Position<Item> {
  item: Item | null;
  place: number;
  /** The item that was decided last, which the queue may still list until the call is answered. */
  passed: number | null;
}

/**
 * The item of a polled queue that is on the screen. It changes only when the operator decides or moves on: a
 * refetch after a colleague's decision must not put another item under the operator's next key press.
 */
export function useQueueItem<Item extends { id: number }>(items: readonly Item[]) {
  const [position, setPosition] = useState<Position<Item>>({ item: null, place: 0, passed: null });
  const left = items.filter(({ id }) => id !== position.passed);
  const found = left.findIndex(({ id }) => id === position.item?.id);
  const place = found === -1 ? Math.max(0, Math.min(position.place, left.length - 1)) : found;
  const next = left[place];
  if (!position.item && next) setPosition({ ...position, item: next, place });
  const pass = () =>
    setPosition((now) => ({ item: null, place, passed: now.item ? now.item.id : now.passed }));
  const isGone = position.item !== null && found === -1;
  return {
    item: left[found] ?? position.item,
    isGone,
    place,
    left,
    pass,
    /** Lists the item again that was passed last, because its decision failed. */
    restore: () => setPosition((now) => ({ ...now, passed: null })),
    go(to: number) {
      if (isGone) return pass();
      const item = left[Math.max(0, Math.min(left.length - 1, to))];
      if (item) setPosition({ ...position, item, place: left.indexOf(item) });
    },
  };
}
