import { useState } from 'react';
import type { FieldCode } from '#contract/errors.ts';

/** Errors that further typing cannot fix. They appear at once; others wait until the field loses focus. */
const atOnce: FieldCode[] = ['name_starts_with_at', 'name_is_email', 'name_invalid', 'too_long'];

/**
 * Decides which validation errors of a step to show: errors of fields that lost focus, errors that further
 * typing cannot fix, and after a submit all of them. `codes` has every error of the step.
 */
export function useChecked<F extends string>(
  codes: Record<F, FieldCode | null>,
  refused: Partial<Record<string, FieldCode>>,
) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState(false);
  return {
    shown(field: F): FieldCode | undefined {
      const code = codes[field];
      if (code && (sent || left.has(field) || atOnce.includes(code))) return code;
      return refused[field];
    },
    leave: (field: F) => afterPress(() => setLeft((before) => new Set(before).add(field))),
    /** Returns whether the step is valid, and shows its errors if not. */
    pass(): boolean {
      setSent(true);
      return Object.values(codes).every((code) => code === null);
    },
  };
}

/**
 * Defers an action until the pointer is released, because an error message that appears now could move the
 * pressed button away from the pointer.
 */
function afterPress(act: () => void): void {
  if (!document.querySelector('button:active')) return act();
  // The click event follows pointerup.
  window.addEventListener('pointerup', () => setTimeout(act), { once: true });
}
