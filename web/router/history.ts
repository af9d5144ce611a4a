import type { Locale } from '#contract/lists/locales.ts';
import { addressOf, type Place, withoutLocale } from './place.ts';

/** `history.state`. `idx` counts entries, so that a step back can be taken back. */
interface Entry {
  usr: unknown;
  key: string;
  idx: number;
}

/** A step back or forward that the browser has made. */
export interface Step {
  place: Place;
  /** Makes the place the present one, when its screen is shown. */
  record(): void;
  /** Goes back to where the page was before the step. Neither this nor `redo` counts as a step. */
  undo(): void;
  redo(): void;
}

/** The browser's history of this site, with places instead of addresses. */
export function watchHistory(locale: Locale) {
  const entry = () => (history.state ?? {}) as Partial<Entry>;
  if (entry().idx === undefined) history.replaceState({ ...entry(), idx: 0 }, '');
  let index = entry().idx ?? 0;
  let ignored = 0;

  function go(steps: number) {
    if (steps === 0) return;
    ignored += 1;
    history.go(steps);
  }

  const place = (): Place => {
    const { pathname, search, hash } = location;
    const { usr = null, key = 'default' } = entry();
    return { pathname: withoutLocale(pathname, locale), search, hash, state: usr, key };
  };

  return {
    place,
    write(to: Place, replace: boolean) {
      if (!replace) index += 1;
      const next: Entry = { usr: to.state, key: to.key, idx: index };
      history[replace ? 'replaceState' : 'pushState'](next, '', addressOf(to, to, locale));
    },
    go: (steps: number) => history.go(steps),
    onStep(listener: (step: Step) => void) {
      addEventListener('popstate', () => {
        if (ignored > 0) return void (ignored -= 1);
        const { idx = 0 } = entry();
        const steps = idx - index;
        listener({
          place: place(),
          record: () => void (index = idx),
          undo: () => go(-steps),
          redo: () => go(steps),
        });
      });
    },
  };
}
