import { closestToTarget } from '#web/page/closest.ts';

addEventListener('click', (event) => {
  const pane = closestToTarget(event, '[data-window]');
  if (!pane) return;
  const lit = pane.getAttribute('aria-pressed') !== 'true';
  pane.setAttribute('aria-pressed', String(lit));
  const thought = pane.dataset['window'];
  if (!lit || !thought) return;
  for (const line of document.querySelectorAll<HTMLElement>('[data-thought]'))
    line.hidden = line.dataset['thought'] !== thought;
});
