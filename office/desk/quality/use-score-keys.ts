import { useKeys } from '#office/pieces/use-keys.ts';

/**
 * Keys of the answers to score: `j` and `k` move between answers, `1` to `5` choose the score of the one that has the
 * focus, or else of the first, `c` goes to its comment and `s` saves it.
 */
export function useScoreKeys(): void {
  useKeys((key) => {
    const answers = [...document.querySelectorAll<HTMLElement>('[data-answers] article')];
    const at = answers.findIndex((answer) => answer.contains(document.activeElement));
    if (key === 'j' || key === 'k') {
      const next = answers[key === 'j' ? at + 1 : Math.max(0, at - 1)];
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
      return true;
    }
    const answer = answers[Math.max(0, at)];
    if (!answer) return false;
    if (/^[1-5]$/.test(key)) answer.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click();
    else if (key === 'c') answer.querySelector<HTMLElement>('input')?.focus();
    else if (key === 's') answer.querySelector('form')?.requestSubmit();
    else return false;
    return true;
  });
}
