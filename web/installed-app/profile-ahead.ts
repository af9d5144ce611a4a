import type { UNSAFE_AssetsManifest as Manifest } from 'react-router';
import { profileTexts } from '#web/page/profile-texts.ts';

declare global {
  interface Window {
    /** Written by React Router's own script. */
    __reactRouterManifest?: Manifest;
  }
}

/**
 * Loads the chunks, style sheets and texts of the profile screen, so that a tapped card opens at once. A phone
 * announces no tap, and after it the chunks would come one after the other, each after a round trip. Loads
 * nothing for readers who save data.
 */
export async function loadProfileAhead(i18n: { loadNamespaces(names: string[]): Promise<unknown> }) {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const route = window.__reactRouterManifest?.routes['members-id'];
  if (!route) return;
  for (const href of route.css ?? []) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'style', href }),
    );
  }
  await Promise.all([import(/* @vite-ignore */ route.module), i18n.loadNamespaces(profileTexts)]);
}
