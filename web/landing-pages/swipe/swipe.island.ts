import { closestToTarget } from '#web/page/closest.ts';

const THROW_PX = 90;

const deck = () => document.querySelector<HTMLElement>('[data-deck]');
const upper = () => [...(deck()?.querySelectorAll<HTMLElement>('[data-card]:not([data-gone])') ?? [])].at(-1);

function toss(way: string) {
  const card = upper();
  const table = deck();
  if (!card || !table) return;
  card.style.transform = '';
  card.dataset['gone'] = way;
  delete card.dataset['lean'];
  const say = table.querySelector('[data-say]');
  if (say)
    say.textContent = `${card.dataset['card']}: ${table.querySelector(`[data-throw=${way}]`)?.getAttribute('aria-label') ?? ''}`;
  if (!upper()) table.dataset['empty'] = '';
}

function again() {
  for (const card of document.querySelectorAll<HTMLElement>('[data-card]')) delete card.dataset['gone'];
  delete deck()?.dataset['empty'];
}

addEventListener('click', (event) => {
  const way = closestToTarget(event, '[data-throw]')?.dataset['throw'];
  if (way === 'again') again();
  else if (way) toss(way);
});

addEventListener('keydown', (event) => {
  if (!deck() || closestToTarget(event, 'input, select, textarea, dialog')) return;
  if (event.key === 'ArrowRight') toss('like');
  if (event.key === 'ArrowLeft') toss('pass');
});

let from: { x: number; y: number; card: HTMLElement } | null = null;

addEventListener('pointerdown', (event) => {
  const card = closestToTarget(event, '[data-card]');
  if (!card || card !== upper()) return;
  from = { x: event.clientX, y: event.clientY, card };
  card.setPointerCapture(event.pointerId);
  card.dataset['held'] = '';
});
addEventListener('pointermove', (event) => {
  if (!from) return;
  const x = event.clientX - from.x;
  from.card.style.transform = `translate(${x}px, ${(event.clientY - from.y) / 3}px) rotate(${x / 16}deg)`;
  from.card.dataset['lean'] = x > 40 ? 'like' : x < -40 ? 'pass' : '';
});
const letGo = (event: PointerEvent) => {
  if (!from) return;
  const { card, x } = from;
  from = null;
  delete card.dataset['held'];
  const way = event.clientX - x;
  if (event.type === 'pointerup' && Math.abs(way) > THROW_PX) return toss(way > 0 ? 'like' : 'pass');
  card.style.transform = '';
  delete card.dataset['lean'];
};
addEventListener('pointerup', letGo);
addEventListener('pointercancel', letGo);
