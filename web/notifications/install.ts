import { isInstalled } from '#web/page/is-installed.ts';

/** Chromium's `beforeinstallprompt`, which `early-acts.ts` holds back until a member asks for it. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface Window {
    installPrompt?: InstallPrompt | undefined;
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt;
  }
}

/** How this browser installs the site as an app; null if it cannot, or if this is the installed app. */
export function installWay(): 'prompt' | 'home_screen' | null {
  if (isInstalled()) return null;
  if (window.installPrompt) return 'prompt';
  return isIos() ? 'home_screen' : null;
}

/** Subscribes to the browser's announcement, which can come after the page has rendered. */
export function onInstallable(listener: () => void) {
  addEventListener('beforeinstallprompt', listener);
  return () => removeEventListener('beforeinstallprompt', listener);
}

/** Since version 13, iPads call themselves a Mac, but no Mac has a touchscreen. */
const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Shows the browser's prompt, which works once for each page. */
export async function askToInstall(): Promise<boolean> {
  const asked = await window.installPrompt?.prompt();
  window.installPrompt = undefined;
  return asked?.outcome === 'accepted';
}
