/**
 * Returns whether the user is typing, on the page or in a payment provider's frame. Nothing may take the
 * focus from them.
 */
export const isWriting = (): boolean =>
  document.activeElement?.matches(
    'textarea, select, iframe, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=submit])',
  ) ?? false;
