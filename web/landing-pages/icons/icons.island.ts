/**
 * Shows the chosen icons on the card. It also runs on load, because browsers restore choices after a reload.
 */
function draw() {
  const card = document.querySelector('[data-you]');
  if (!card) return;
  const chosen = new Set(
    [...document.querySelectorAll<HTMLInputElement>('[data-interest]:checked')].map(({ value }) => value),
  );
  for (const trait of card.querySelectorAll<HTMLElement>('[data-trait]'))
    trait.hidden = !chosen.has(trait.dataset['trait'] ?? '');
  card.toggleAttribute('data-some', chosen.size > 0);
}
addEventListener('change', draw);
draw();
