/**
 * Fields of a traffic source in URLs, the cookie and forms, each with its maximum length (docs/product.md
 * 3.6).
 */
export const trafficFields = { network: 100, ref: 200, sub1: 200, sub2: 200, sub3: 200 } as const;
export type TrafficField = keyof typeof trafficFields;

export type TrafficSource = Partial<Record<TrafficField, string>>;

/**
 * Reads a traffic source from a query string, without control characters and truncated to the maximum
 * lengths.
 */
export function readTrafficSource(query: string | URLSearchParams): TrafficSource {
  const fields = new URLSearchParams(query);
  const source: TrafficSource = {};
  for (const [field, maxLength] of fieldEntries()) {
    const value = fields
      .get(field)
      ?.replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, maxLength);
    if (value) source[field] = value;
  }
  return source;
}

export const isFromSomewhere = (source: TrafficSource): boolean => Object.keys(source).length > 0;

const fieldEntries = () => Object.entries(trafficFields) as [TrafficField, number][];
