import type { Locale } from '#contract/lists/locales.ts';
import { localePath } from '#contract/lists/locales.ts';
import { offlineParts } from './offline-parts.ts';

/** How often a page that stays open looks for a newer app. */
const LOOK_MS = 60 * 60_000;

interface WorkerHooks {
  locale: Locale;
  /** Goes to a page of the site by the app. */
  open(path: string): void;
  /** A newer app is there. */
  onUpdate(): void;
  /** The browser's push subscription has changed. */
  onRenewPush(): void;
}

/** Registers the worker for everyone, and lets it speak with the page. */
export async function registerWorker({ locale, open, onUpdate, onRenewPush }: WorkerHooks): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const hadWorker = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => hadWorker && onUpdate());
  serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<{ type: string; path?: string }>) => {
    if (data.type === 'renew-push') onRenewPush();
    if (data.type !== 'open' || !data.path) return;
    ports[0]?.postMessage('gone');
    open(data.path);
  });
  // A browser may refuse (a private window, a policy): the site is the same without.
  const registration = await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => null);
  if (!registration) return;
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_MS) return;
    looked = Date.now();
    registration.update().catch(() => {});
  });
  const { active } = await serviceWorker.ready;
  active?.postMessage({ type: 'keep-offline', path: localePath(locale, '/offline'), parts: Object.values(offlineParts) });
}
