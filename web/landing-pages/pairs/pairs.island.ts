addEventListener('change', (event) => {
  if (!(event.target instanceof Element) || !event.target.matches('[data-pair]')) return;
  const count = document.querySelector<HTMLElement>('[data-count]');
  if (count?.dataset['text'])
    count.textContent = count.dataset['text'].replace(
      '9',
      String(document.querySelectorAll('[data-pair]:checked').length),
    );
});
