import type { Locale } from '#contract/lists/locales.ts';
import { localePath } from '#contract/lists/locales.ts';
import { offlineParts } from './offline-parts.ts';

const LOOK_MS = 60 * 60_000;

export interface WorkerHooks {
  locale: Locale;
  open(path: string): void;
  onUpdate(): void;
  onRenewPush(): void;
}

export async function registerWorker({ locale, open, onUpdate, onRenewPush }: WorkerHooks): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const hadWorker = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => hadWorker && onUpdate());
  serviceWorker.addEventListener(
    'message',
    ({ data, ports }: MessageEvent<{ type: string; path?: string }>) => {
      if (data.type === 'renew-push') onRenewPush();
      if (data.type !== 'open' || !data.path) return;
      ports[0]?.postMessage('gone');
      open(data.path);
    },
  );
  // If the browser refuses (private window, policy), the site works without a service worker.
  const registration = await serviceWorker
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch(() => null);
  if (!registration) return;
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_MS) return;
    looked = Date.now();
    registration.update().catch(() => {});
  });
  const { active } = await serviceWorker.ready;
  active?.postMessage({
    type: 'keep-offline',
    path: localePath(locale, '/offline'),
    parts: Object.values(offlineParts),
  });
}
