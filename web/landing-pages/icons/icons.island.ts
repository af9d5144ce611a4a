/** What is chosen appears on the card. Browsers restore choices after a reload, so the card is drawn at once too. */
function draw() {
  const card = document.querySelector('[data-you]');
  if (!card) return;
  const chosen = new Set([...document.querySelectorAll<HTMLInputElement>('[data-interest]:checked')].map(({ value }) => value));
  for (const trait of card.querySelectorAll<HTMLElement>('[data-trait]')) trait.hidden = !chosen.has(trait.dataset['trait']!);
  card.toggleAttribute('data-some', chosen.size > 0);
}
addEventListener('change', draw);
draw();
