import { closestToTarget } from '#web/page/closest.ts';

addEventListener('click', (event) => {
  const heart = closestToTarget(event, '[data-heart]');
  heart?.setAttribute('aria-pressed', String(heart.getAttribute('aria-pressed') !== 'true'));
});
