import { useState } from 'react';
import type { CallBody, CallName, OfficeCallName } from '#contract/calls.ts';
import { useMay } from '#office/pieces/may.tsx';
import { useKeys } from '#office/pieces/use-keys.ts';
import { useQueueDecision } from './use-queue-decision.ts';
import { useQueueItem } from './use-queue-item.ts';

interface Review<K extends CallName, List extends string, Item> {
  queue: CallName;
  list: List;
  items: readonly Item[];
  said: (decision: CallBody<K>) => string;
}

/** One item of a queue at a time: the operator decides, or chooses a reason first, and the next one appears. */
export function useReviewQueue<K extends OfficeCallName, List extends string, Item extends { id: number }>(
  call: K,
  { queue, list, items, said }: Review<K, List, Item>,
) {
  const mayDecide = useMay(call);
  const [refusing, setRefusing] = useState(false);
  const decide = useQueueDecision(call, { queue, list, said, onFailed: () => shown.restore() });
  const shown = useQueueItem(items);
  const { item, isGone } = shown;
  const settle = (decision: (id: number) => CallBody<K> & { id: number }) => {
    setRefusing(false);
    if (!mayDecide || !item || isGone) return;
    decide.mutate(decision(item.id));
    shown.pass();
  };
  const go = (to: number) => {
    setRefusing(false);
    shown.go(to);
  };
  return { ...shown, go, mayDecide, refusing, setRefusing, settle };
}

interface Keyed {
  place: number;
  mayDecide: boolean;
  refusing: boolean;
  go: (to: number) => void;
  setRefusing: (refusing: boolean) => void;
}

/** The keys of a review: `r` asks for a reason, `acts` has the others. With `moves` the arrows move in the queue. */
export function useReviewKeys(
  { place, mayDecide, refusing, go, setRefusing }: Keyed,
  acts: Readonly<Record<string, () => void>>,
  { moves = false }: { moves?: boolean } = {},
): void {
  useKeys((key) => {
    if (refusing) return;
    if (moves && key === 'ArrowRight') go(place + 1);
    else if (moves && key === 'ArrowLeft') go(place - 1);
    else if (!mayDecide) return;
    else if (key === 'r') setRefusing(true);
    else acts[key]?.();
  });
}
