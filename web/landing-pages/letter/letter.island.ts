import { closestToTarget } from '#web/page/closest.ts';

/** Puts the chosen opening line on the sheet, with the cursor after it. */
addEventListener('click', (event) => {
  const start = closestToTarget(event, '[data-start]');
  const sheet = document.querySelector<HTMLTextAreaElement>('[data-message]');
  if (!start || !sheet) return;
  sheet.value = `${start.dataset['start']} `;
  sheet.focus();
});
