/** Names of the tracking record in addresses and forms. */
const names = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const;

/** The traffic source that an address names, for the small script of pages whose app waits as well as for the app. */
export function readSource(search: string): Record<string, string> {
  const query = new URLSearchParams(search);
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])));
}

/** A path of this site with a traffic source in its query. */
export function withSource(path: string, source: Record<string, string>): string {
  const url = new URL(path, 'http://own.invalid');
  for (const [name, value] of Object.entries(source)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
