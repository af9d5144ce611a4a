import { createContext, useContext } from 'react';

/** Addresses of the files that a page needs. */
export interface PageAssets {
  /** The script that starts the app. */
  entry: string;
  /** Scripts of the page's screens, and those that they import. */
  modules: readonly string[];
  styles: readonly string[];
}

/** What the server knows of a page's files. */
export interface PageFiles extends PageAssets {
  /** Modules of the layouts and the screen, in order. Undefined in development, and if one is only part of a larger file. */
  screens: readonly string[] | undefined;
}

const AssetsContext = createContext<PageAssets | null>(null);
export const AssetsProvider = AssetsContext.Provider;

export function useAssets(): PageAssets {
  const assets = useContext(AssetsContext);
  if (!assets) throw new Error('useAssets outside of AssetsProvider');
  return assets;
}

/** Browser only: the files that the server named in the page, so that hydration finds the same. */
export function assetsInDocument(entry: string): PageAssets {
  const hrefs = (selector: string) =>
    [...document.head.querySelectorAll(selector)].map((link) => link.getAttribute('href') ?? '');
  return { entry, modules: hrefs('link[rel=modulepreload]'), styles: hrefs('link[rel=stylesheet]') };
}
