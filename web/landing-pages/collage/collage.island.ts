import { closestToTarget } from '#web/page/closest.ts';

let held: { piece: HTMLElement; x: number; y: number } | null = null;
let top = 10;

addEventListener('pointerdown', (event) => {
  const piece = closestToTarget(event, '[data-piece]');
  if (!piece) return;
  const [x = 0, y = 0] = (piece.dataset['at'] ?? '0 0').split(' ').map(Number);
  held = { piece, x: event.clientX - x, y: event.clientY - y };
  piece.style.zIndex = String(++top);
  piece.setPointerCapture(event.pointerId);
});
addEventListener('pointermove', (event) => {
  if (!held) return;
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  held.piece.dataset['at'] = `${x} ${y}`;
  held.piece.style.translate = `${x}px ${y}px`;
});
const drop = () => void (held = null);
addEventListener('pointerup', drop);
addEventListener('pointercancel', drop);
