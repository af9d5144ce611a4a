import { useState } from 'react';
import type { FieldCode } from '#contract/errors.ts';

/** Wrong whatever comes next, so it is said while one types; the rest waits until the field is left. */
const atOnce: FieldCode[] = ['name_starts_with_at', 'name_is_email', 'name_invalid', 'too_long'];

/**
 * Which of a step's rules to show: those of fields that were left, of values that cannot become right by typing on, and
 * all of them once the step was sent. `codes` has every rule of the step.
 */
export function useChecked<F extends string>(codes: Record<F, FieldCode | null>, refused: Partial<Record<string, FieldCode>>) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState(false);
  return {
    /** The code to show for a field. */
    shown(field: F): FieldCode | undefined {
      const code = codes[field];
      if (code && (sent || left.has(field) || atOnce.includes(code))) return code;
      return refused[field];
    },
    leave: (field: F) => afterPress(() => setLeft((before) => new Set(before).add(field))),
    /** Whether the step may go on; shows what is wrong when not. */
    pass(): boolean {
      setSent(true);
      return Object.values(codes).every((code) => code === null);
    },
  };
}

/** Waits until a press that is under way is over: a note that appears now could move the pressed button away from the pointer. */
function afterPress(act: () => void): void {
  if (!document.querySelector('button:active')) return act();
  // The click follows the release.
  window.addEventListener('pointerup', () => setTimeout(act), { once: true });
}
