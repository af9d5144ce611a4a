import type { DehydratedState, QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Locale } from '#contract/lists/locales.ts';

/** Texts by namespace, as `locales/<lang>/<namespace>.json` holds them. */
export type Resources = Record<string, Record<string, unknown>>;

/** Facts about the page that the server knows and the browser keeps; the same on both sides of hydration. */
export interface PageFacts {
  locale: Locale;
  /** The stored choice of colours; null follows the system. */
  theme: 'light' | 'dark' | null;
  /** Scheme and host as the reader sees them, for canonical links. */
  origin: string;
  host: string;
  /** The site-entry warning was dismissed in this browser. */
  entered: boolean;
  /** The zone that the page's times were rendered in: this browser's where it has told, else the member's, else the site's. */
  timeZone: string;
  /** What this browser has dismissed for good. */
  dismissed: readonly string[];
  /** Push in this browser, as it last told; null before it did. */
  push: string | null;
  translationsVersion: string;
  /** The page's code waits for the visitor's first act. */
  deferScripts: boolean;
}

/** What the page carries for the browser to start from. */
export interface HandOff {
  facts: PageFacts;
  queries: DehydratedState;
  resources: Resources;
}

/** The id of the JSON block that holds the `HandOff`. */
export const handOffId = 'hand-off';

/** Server only: gives the hand-off when the document's end is rendered; the resources are JSON. */
export const HandOffContext = createContext<(() => { facts: PageFacts; queries: QueryClient; resources: string }) | null>(null);

const PageContext = createContext<PageFacts | null>(null);
export const PageProvider = PageContext.Provider;

export function usePage(): PageFacts {
  const facts = useContext(PageContext);
  if (!facts) throw new Error('usePage outside of PageProvider');
  return facts;
}
