/** The button walks on to the next work, and round to the beginning from the last; the lamp above the nearest works is lit. */
addEventListener('click', (event) => {
  if (!(event.target as Element).closest('[data-on]')) return;
  const walk = document.querySelector('[data-walk]')!;
  const ended = walk.scrollLeft + walk.clientWidth >= walk.scrollWidth - 8;
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  walk.scrollTo({ left: ended ? 0 : walk.scrollLeft + Math.min(walk.clientWidth * 0.8, 460), behavior });
});

const lamps = new IntersectionObserver((works) => works.forEach(({ target, isIntersecting }) => target.toggleAttribute('data-lit', isIntersecting)), {
  rootMargin: '0px -18%',
});
for (const work of document.querySelectorAll('[data-work]')) lamps.observe(work);
