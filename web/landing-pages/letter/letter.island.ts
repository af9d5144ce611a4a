import { closestToTarget } from '#web/page/closest.ts';

addEventListener('click', (event) => {
  const start = closestToTarget(event, '[data-start]');
  const sheet = document.querySelector<HTMLTextAreaElement>('[data-message]');
  if (!start || !sheet) return;
  sheet.value = `${start.dataset['start']} `;
  sheet.focus();
});
