const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(type\s)?[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** What a file imports. An import of types alone is gone at run time. */
export const importedSources = (text: string): { source: string; isOfTypes: boolean }[] =>
  [...text.matchAll(IMPORT)].map(([, type, from, bare, dynamic]) => ({
    source: from ?? bare ?? dynamic ?? '',
    isOfTypes: type !== undefined,
  }));
