/**
 * Tells the server when a landing page opens and, on leaving, for how long it was viewed, if the URL has the
 * query `lb`. The beacons are anonymous: they carry no identity, no cookie of their own and no address.
 */
export function countVisit() {
  const page = document.querySelector<HTMLElement>('[data-lander]');
  const query = new URLSearchParams(location.search);
  if (!page || !query.has('lb')) return;
  const visit = {
    lander: page.dataset['lander'],
    slug: page.dataset['slug'],
    network: query.get('network') ?? undefined,
  };
  const send = (path: string, body: object) =>
    navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }));
  const onHidden = () => {
    if (document.visibilityState !== 'hidden') return;
    removeEventListener('visibilitychange', onHidden, true);
    send('/api/page-hidden.php', { ...visit, seconds: Math.round(performance.now() / 1000) });
  };
  send('/api/tracking.php', visit);
  addEventListener('visibilitychange', onHidden, true);
}
