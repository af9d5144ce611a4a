import { useKeys } from '#office/pieces/use-keys.ts';

/**
 * Keys of the desk. A key clicks the button that has it as `aria-keyshortcuts`, or focuses the field; `go` moves through
 * the list. While an answer is sent and the next conversation opens, keys do nothing, since the writer already types an answer.
 */
export function useDeskKeys(isOpening: boolean, go: (step: 1 | -1) => void): void {
  useKeys((key) => {
    if (isOpening || document.querySelector('form[aria-busy="true"]')) return true;
    if (key === 'j' || key === 'k') {
      go(key === 'j' ? 1 : -1);
      return true;
    }
    const target = document.querySelector<HTMLElement>(
      `[aria-keyshortcuts="${CSS.escape(key.toUpperCase())}"]`,
    );
    if (!target) return false;
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) target.focus();
    else target.click();
    return true;
  });
}
