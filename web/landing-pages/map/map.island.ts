function showTown() {
  const town = document.querySelector<HTMLInputElement>('[data-town]:checked');
  const words = document.querySelector<HTMLElement>('[data-chosen]');
  const region = document.querySelector<HTMLInputElement>('[data-region]');
  if (!town || !words || !region) return;
  words.textContent = words.dataset['chosen']?.replace('{town}', town.value) ?? '';
  region.value = town.dataset['town'] ?? '';
}
addEventListener('change', showTown);
showTown();
