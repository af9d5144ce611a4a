/** A touched window changes between dark and lit; what is thought behind it shows below the house. */
addEventListener('click', (event) => {
  const pane = (event.target as Element).closest<HTMLElement>('[data-window]');
  if (!pane) return;
  const lit = pane.getAttribute('aria-pressed') !== 'true';
  pane.setAttribute('aria-pressed', String(lit));
  const thought = pane.dataset['window'];
  if (!lit || !thought) return;
  for (const line of document.querySelectorAll<HTMLElement>('[data-thought]')) line.hidden = line.dataset['thought'] !== thought;
});
