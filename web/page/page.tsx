import type { DehydratedState } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Params } from 'react-router';
import type { ErrorCode } from '#contract/errors.ts';
import type { Locale } from '#contract/lists/locales.ts';

export type Resources = Record<string, Record<string, unknown>>;

/** Facts about the page that the server determines. They are identical on both sides of hydration. */
export interface PageFacts {
  locale: Locale;
  /** Stored theme; null follows the system. */
  theme: 'light' | 'dark' | null;
  origin: string;
  host: string;
  entered: boolean;
  /**
   * Time zone in which the page was rendered: the browser's if known, or else the member's, or else the
   * site's.
   */
  timeZone: string;
  dismissed: readonly string[];
  /** Push state that this browser last reported; null before the first report. */
  push: string | null;
  translationsVersion: string;
  deferScripts: boolean;
  /** The member whose session this browser had until it was ended on purpose (docs/product.md 8.2). */
  endedMember?: number | undefined;
}

/** An error that the server met: the index of the match that failed, and what its error page shows. */
export interface HandedFailure {
  at: number;
  status: number;
  code: ErrorCode;
  params: Record<string, string | number>;
}

/** A layout or the screen of the page that the server rendered, which the browser imports without the table of routes. */
export interface HandedMatch {
  /** Name of the route. */
  id: string;
  /** The address of the route's module. */
  module: string;
  params: Params;
  pathname: string;
  pathnameBase: string;
}

export interface HandOff {
  facts: PageFacts;
  /** Missing if the browser has to look the page's path up in the table of routes. */
  matches?: HandedMatch[] | undefined;
  failure?: HandedFailure | undefined;
  queries: DehydratedState;
  resources: Resources;
}

/** Id of the JSON block with the `HandOff`. */
export const handOffId = 'hand-off';

const PageContext = createContext<PageFacts | null>(null);
export const PageProvider = PageContext.Provider;

export function usePage(): PageFacts {
  const facts = useContext(PageContext);
  if (!facts) throw new Error('usePage outside of PageProvider');
  return facts;
}
