/** A heart that is pressed counts one more; pressed again, one less. */
addEventListener('click', (event) => {
  const heart = (event.target as Element).closest('[data-heart]');
  heart?.setAttribute('aria-pressed', String(heart.getAttribute('aria-pressed') !== 'true'));
});
