const failed = new Set<string>();
const loading = new Map<string, Promise<void>>();

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
 * Reloads style sheets that failed to load. Vite requests each sheet only once, even if its `import()` is repeated.
 * A sheet that fails again stays recorded, and does not reject, because it may belong to another screen.
 */
export async function reloadFailedSheets(): Promise<void> {
  for (const href of failed) {
    failed.delete(href);
    loading.set(
      href,
      loadSheet(href).finally(() => loading.delete(href)),
    );
  }
  await Promise.all(loading.values());
}

const loadSheet = (href: string) =>
  new Promise<void>((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    for (const event of ['load', 'error']) link.addEventListener(event, () => resolve());
    document.head.append(link);
  });
