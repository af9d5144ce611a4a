import type { Locale } from '#contract/lists/locales.ts';
import { watchHistory } from './history.ts';
import { isElsewhere, type Place, resolved, type To } from './place.ts';
import type { Failure, Prepared } from './prepare.ts';
import type { OpenMatch } from './routes.ts';

export interface NavigateOptions {
  replace?: boolean | undefined;
  /** Data of the new history entry. */
  state?: unknown;
  /** The page stays where it is scrolled to. */
  preventScrollReset?: boolean | undefined;
}

/** What the page shows, and where it is going. */
export interface Shown {
  location: Place;
  matches: OpenMatch[];
  failure: Failure | null;
  /** How the place was reached. Going back and forward returns to where its page was scrolled to. */
  by: 'first' | 'link' | 'history';
  preventScrollReset: boolean;
  /** The place whose screen is being loaded, while the present one is still shown. */
  next: Place | null;
}

export interface Navigation {
  /** The page's locale, which determines the prefix of its paths. */
  readonly locale: Locale;
  readonly shown: Shown;
  /** Calls `listener` after each change. `arrived` says that another screen is shown. */
  listen(listener: (arrived: boolean) => void): () => void;
  /** Resolves when the screen is shown, or another navigation has begun. */
  navigate(to: To | number, options?: NavigateOptions): Promise<void>;
  /** Loads the modules of a place that is likely to be next. */
  preload(to: To): void;
  /** Adds the guard that is asked before the page goes elsewhere. Returns a function that removes it. */
  guard(guard: LeaveGuard): () => void;
}

/** `holds` returns whether to ask before going from one place to another; `ask` receives what to do on consent. */
export interface LeaveGuard {
  holds(from: Place, to: Place): boolean;
  ask(leave: () => void): void;
}

interface Move {
  location: Place;
  by: 'link' | 'history';
  replace: boolean;
  preventScrollReset: boolean;
  /** Makes the place the present one of the browser's history. */
  record(): void;
}

interface Options {
  locale: Locale;
  first: Pick<Shown, 'matches' | 'failure'>;
  /** Loads the screens of a place. */
  prepare: (to: Place, from: Shown) => Promise<Prepared>;
  preload: (to: Place) => Promise<unknown>;
  onFailure: (error: unknown) => void;
}

/**
 * Client-side navigation: loads the modules and data of the next screen while the present one stays, and then shows
 * it. Of several navigations only the last one counts.
 */
export function createNavigation({ locale, first, prepare, preload, onFailure }: Options): Navigation {
  const history = watchHistory(locale);
  const listeners = new Set<(arrived: boolean) => void>();
  let turn = 0;
  let guard: LeaveGuard | null = null;
  let shown: Shown = {
    ...first,
    location: history.place(),
    by: 'first',
    preventScrollReset: true,
    next: null,
  };

  function tell(change: Partial<Shown>, arrived: boolean) {
    shown = { ...shown, ...change };
    for (const listener of listeners) listener(arrived);
  }

  async function go({ location, by, replace, preventScrollReset, record }: Move): Promise<void> {
    const mine = ++turn;
    const arrive = ({ matches, failure }: Pick<Shown, 'matches' | 'failure'>) => {
      record();
      tell({ matches, failure, location, by, preventScrollReset, next: null }, true);
    };
    const { location: here } = shown;
    if (location.hash && here.pathname === location.pathname && here.search === location.search)
      return arrive(shown);
    tell({ next: location }, false);
    const prepared = await prepare(location, shown);
    if (mine !== turn) return;
    if (prepared.redirect !== undefined) return navigate(prepared.redirect, { replace });
    if (prepared.failure) onFailure(prepared.failure.error);
    arrive(prepared);
  }

  /** Makes a move, unless the guard holds it until the member agrees. */
  function unlessHeld(move: Move, { undo, redo }: { undo?: () => void; redo?: () => void } = {}) {
    const { location: here } = shown;
    if (!guard?.holds(here, move.location)) return go(move);
    undo?.();
    guard.ask(() => {
      redo?.();
      void go(move);
    });
    return undefined;
  }

  async function navigate(to: To | number, options: NavigateOptions = {}): Promise<void> {
    if (typeof to === 'number') return history.go(to);
    if (isElsewhere(to)) {
      if (!/^https?:/i.test(to)) throw new Error(`The page cannot navigate to ${to}`);
      return window.location.assign(to);
    }
    const { replace = false, state = null, preventScrollReset = false } = options;
    const key = Math.random().toString(36).slice(2, 10);
    const location = { ...resolved(to, shown.location), state, key };
    const record = () => history.write(location, replace);
    await unlessHeld({ location, by: 'link', replace, preventScrollReset, record });
  }

  history.onStep(({ place, record, undo, redo }) => {
    const move: Move = { location: place, by: 'history', replace: true, preventScrollReset: false, record };
    void unlessHeld(move, { undo, redo });
  });

  return {
    locale,
    get shown() {
      return shown;
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    navigate,
    preload(to) {
      // It only saves time. The navigation itself reports what fails.
      preload({ ...shown.location, ...resolved(to, shown.location) }).catch(() => {});
    },
    guard(added) {
      guard = added;
      return () => {
        if (guard === added) guard = null;
      };
    },
  };
}
