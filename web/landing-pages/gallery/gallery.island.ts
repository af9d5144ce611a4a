/**
 * The button scrolls to the next work, and from the last one back to the first. The lamps above visible works
 * are on.
 */
addEventListener('click', (event) => {
  const walk = document.querySelector('[data-walk]');
  if (!walk || !(event.target instanceof Element) || !event.target.closest('[data-on]')) return;
  const ended = walk.scrollLeft + walk.clientWidth >= walk.scrollWidth - 8;
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  walk.scrollTo({ left: ended ? 0 : walk.scrollLeft + Math.min(walk.clientWidth * 0.8, 460), behavior });
});

const lamps = new IntersectionObserver(
  (works) =>
    works.forEach(({ target, isIntersecting }) => target.toggleAttribute('data-lit', isIntersecting)),
  {
    rootMargin: '0px -18%',
  },
);
for (const work of document.querySelectorAll('[data-work]')) lamps.observe(work);
