/** Says how many of the choices are made. */
addEventListener('change', (event) => {
  if (!(event.target as Element).matches('[data-pair]')) return;
  const count = document.querySelector<HTMLElement>('[data-count]');
  if (count) count.textContent = count.dataset['text']!.replace('9', String(document.querySelectorAll('[data-pair]:checked').length));
});
