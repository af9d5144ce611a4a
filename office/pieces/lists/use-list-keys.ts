import { useKeys } from '#office/pieces/use-keys.ts';

/**
 * `j` and `k` move the focus to the link of the next and the previous row of the list, which Enter then opens;
 * `x` selects the row that has the focus.
 */
export function useListKeys(): void {
  useKeys((key) => {
    if (!['j', 'k', 'x'].includes(key)) return false;
    const rows = [...document.querySelectorAll('[data-list] tbody tr')];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    if (key === 'x') {
      rows[at]?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
      return true;
    }
    const link = rows[key === 'j' ? at + 1 : Math.max(0, at - 1)]?.querySelector<HTMLElement>('a[href]');
    link?.focus();
    link?.closest('tr')?.scrollIntoView({ block: 'nearest' });
    return true;
  });
}
