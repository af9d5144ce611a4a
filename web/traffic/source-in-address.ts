import type { TrafficSource } from '#contract/rules/traffic-rules.ts';

export function withSource(path: string, source: TrafficSource): string {
  const url = new URL(path, 'http://site.invalid');
  for (const [field, value] of Object.entries(source)) url.searchParams.set(field, value);
  return url.pathname + url.search + url.hash;
}
