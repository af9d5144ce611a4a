import { apply, isDue, pollSlot, slots, type Command, type Money } from './money-model.ts';

/** One indivisible step of a command. Other commands may run between two steps. */
interface Step {
  one: Command;
  answer: string | null;
  slot?: number;
  /** Slot of the order that the previous step stored, whose state this step replies. */
  startedSlot?: number;
}

/**
 * Returns every state that some order of the commands can reach with these replies. A poll fetches the status
 * of one order after the other.
 */
export function explainAnswers(before: Money, group: Command[], answers: string[]): Money[] {
  const steps = group.flatMap((one, i): Step[] => {
    const answer = answers[i]!;
    if (one.do === 'poll') return [...slots.keys()].map((slot) => ({ one, answer, slot }));
    // Starting an order is two steps here: it is stored and opened at its gateway, and the reply has its state
    // at that time.
    if (one.do === 'start' && answer !== 'code_used')
      return [
        { one, answer: null },
        { one, answer, startedSlot: one.slot },
      ];
    return Array.from({ length: 'times' in one ? one.times : 1 }, () => ({ one, answer }));
  });
  // If other commands run at the same time, a poll may find that another poll has claimed an order or that an
  // order is not due yet, or may act on one that was due a moment ago.
  const runsAlone = group.length === 1;
  let candidates: { money: Money; left: number[] }[] = [{ money: before, left: steps.map((_, i) => i) }];
  for (let depth = 0; depth < steps.length; depth++) {
    const next = new Map<string, { money: Money; left: number[] }>();
    for (const { money, left } of candidates) {
      for (const index of left) {
        const { one, answer, slot = 0, startedSlot } = steps[index]!;
        const rest = left.filter((other) => other !== index);
        if (startedSlot !== undefined) {
          if (!left.includes(index - 1) && money.payments[startedSlot]?.status === answer)
            next.set(JSON.stringify([money, rest]), { money, left: rest });
          continue;
        }
        const after = structuredClone(money);
        if (one.do === 'poll') {
          pollSlot(after, slot, one.expire);
          if (!runsAlone) {
            next.set(JSON.stringify([money, rest]), { money, left: rest });
            if (!before.payments[slot] || isDue(before.payments[slot])) {
              const late = structuredClone(money);
              pollSlot(late, slot, one.expire, true);
              next.set(JSON.stringify([late, rest]), { money: late, left: rest });
            }
          }
        } else {
          const reply = apply(after, one);
          if (answer === null ? reply === 'code_used' : reply !== answer) continue;
        }
        next.set(JSON.stringify([after, rest]), { money: after, left: rest });
      }
    }
    candidates = [...next.values()];
  }
  return candidates.map(({ money }) => money);
}
