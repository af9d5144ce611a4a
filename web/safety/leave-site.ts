/** Replaces the page in the history by another site. Hides it first, because the other site may take a while to answer. */
export function leaveSite(address: string): void {
  document.documentElement.hidden = true;
  document.title = ' ';
  location.replace(address);
}
