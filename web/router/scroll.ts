import { useEffect, useLayoutEffect, useRef } from 'react';
import { tabStorage } from '#web/page/browser-storage.ts';
import type { Navigation, Shown } from './navigation.ts';

const STORED = 'scroll-positions';

/**
 * Scrolls a new screen to its top or its fragment, and one that is reached through the browser's history to where it
 * was. The browser itself does so when it loads a page.
 */
export function useScrollRestoration(navigation: Navigation, { location, by, preventScrollReset }: Shown) {
  const positions = useRef<Record<string, number> | null>(null);
  const here = useRef(location.key);

  useEffect(() => {
    const known = (positions.current ??= JSON.parse(tabStorage.get(STORED) ?? '{}') as Record<
      string,
      number
    >);
    const remember = () => (known[here.current] = window.scrollY);
    const take = () => (history.scrollRestoration = 'manual');
    const leave = () => {
      remember();
      tabStorage.set(STORED, JSON.stringify(known));
      history.scrollRestoration = 'auto';
    };
    take();
    addEventListener('pagehide', leave);
    addEventListener('pageshow', take);
    const stop = navigation.listen((arrived) => void (arrived && remember()));
    return () => {
      stop();
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', take);
    };
  }, [navigation]);

  useLayoutEffect(() => {
    if (by === 'first' || here.current === location.key) return;
    here.current = location.key;
    const before = by === 'history' ? positions.current?.[location.key] : undefined;
    if (before !== undefined) return window.scrollTo(0, before);
    const target = location.hash && document.getElementById(fragmentOf(location.hash));
    if (target) return target.scrollIntoView();
    if (!preventScrollReset) window.scrollTo(0, 0);
  }, [location, by, preventScrollReset]);
}

function fragmentOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
