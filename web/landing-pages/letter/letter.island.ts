/** A beginning that is pressed is written on the sheet, and the pen goes on behind it. */
addEventListener('click', (event) => {
  const start = (event.target as Element).closest<HTMLElement>('[data-start]');
  const sheet = document.querySelector<HTMLTextAreaElement>('[data-message]');
  if (!start || !sheet) return;
  sheet.value = `${start.dataset['start']} `;
  sheet.focus();
});
