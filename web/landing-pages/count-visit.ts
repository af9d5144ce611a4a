/**
 * Query `lb`: tells the server that a landing page was opened, and when it is left how long it was looked at. Nothing says who
 * it was: no identity, no cookie of its own, no address.
 */
export function countVisit() {
  const page = document.querySelector<HTMLElement>('[data-lander]');
  const query = new URLSearchParams(location.search);
  if (!page || !query.has('lb')) return;
  const visit = { lander: page.dataset['lander'], slug: page.dataset['slug'], network: query.get('network') ?? undefined };
  const tell = (path: string, body: object) => navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }));
  tell('/api/tracking.php', visit);
  const leave = () => {
    if (document.visibilityState !== 'hidden') return;
    removeEventListener('visibilitychange', leave, true);
    tell('/api/page-hidden.php', { ...visit, seconds: Math.round(performance.now() / 1000) });
  };
  addEventListener('visibilitychange', leave, true);
}
