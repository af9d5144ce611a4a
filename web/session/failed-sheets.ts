const failed = new Set<string>();

/** Records style sheets that fail to load, for `reloadFailedSheets`. */
export function recordFailedSheets() {
  const record = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    failed.add(target.href);
    target.remove();
  };
  window.addEventListener('error', record, { capture: true });
}

/**
 * Loads style sheets again that failed to load. Vite requests each sheet only once, even if its `import()` is repeated.
 * Rejects with the error of a missing chunk if one fails again.
 */
export async function reloadFailedSheets(): Promise<void> {
  const sheets = [...failed];
  failed.clear();
  await Promise.all(sheets.map(loadSheet));
}

const loadSheet = (href: string) =>
  new Promise<void>((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`Unable to preload ${href}`)));
    document.head.append(link);
  });
