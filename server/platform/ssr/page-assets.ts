import { readFileSync } from 'node:fs';
import type { Manifest, ViteDevServer } from 'vite';

/** Addresses of the files that a page needs (web/page/page-assets.ts). */
interface PageFiles {
  entry: string;
  modules: readonly string[];
  styles: readonly string[];
  screens: readonly string[] | undefined;
}

/** Returns the files of a page, given the modules of its layouts and screen. */
export type FilesOf = (modules: readonly string[]) => Promise<PageFiles> | PageFiles;

const ENTRY = 'web/entry.client.tsx';

/** Reads the files of the built pages from Vite's manifest. */
export function builtAssets(manifestPath: string): FilesOf {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest;
  const known = new Map<string, PageFiles>();
  const find = (modules: readonly string[]): PageFiles => {
    const scripts = new Set<string>();
    const styles = new Set<string>();
    // Imported files come first, because a screen's rules override those of the components that it uses.
    const visited = new Set<string>();
    const visit = (name: string) => {
      const chunk = manifest[name];
      if (!chunk || visited.has(name)) return;
      visited.add(name);
      chunk.imports?.forEach(visit);
      chunk.css?.forEach((file) => styles.add(`/${file}`));
      scripts.add(`/${chunk.file}`);
    };
    [ENTRY, ...modules].forEach(visit);
    const entry = `/${manifest[ENTRY]?.file}`;
    scripts.delete(entry);
    const screens = modules.flatMap((name) => (manifest[name] ? `/${manifest[name].file}` : []));
    return {
      entry,
      modules: [...scripts],
      styles: [...styles],
      screens: screens.length === modules.length ? screens : undefined,
    };
  };
  return (modules) => {
    const key = modules.join();
    const files = known.get(key) ?? find(modules);
    known.set(key, files);
    return files;
  };
}

/** In development, Vite serves each module by its path, and adds its styles by script. */
export function developmentAssets(vite: ViteDevServer): FilesOf {
  return async (modules) => {
    const styles = new Set<string>();
    const visited = new Set<string>();
    const visit = async (address: string): Promise<void> => {
      if (visited.has(address)) return;
      visited.add(address);
      const { moduleGraph } = vite.environments.ssr;
      const node = await moduleGraph.getModuleByUrl(address);
      if (/\.css(?:$|\?)/.test(address)) styles.add(`${address}${address.includes('?') ? '&' : '?'}direct`);
      for (const { url } of node?.importedModules ?? []) await visit(url);
    };
    for (const module of ['web/root.tsx', ...modules]) await visit(`/${module}`);
    // The entry has to be the first module, because it prepares React Refresh.
    return {
      entry: `/${ENTRY}`,
      modules: [],
      styles: [...styles],
      // The browser would load them twice, because Vite adds a query to the address of an import that it does not know.
      screens: undefined,
    };
  };
}
