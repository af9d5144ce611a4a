/** Names of zones as browsers send them, of which there are a few hundred. Reading one costs as much as a list of cards. */
const known = new Map<string, string>();
/** The letters of a name may be of either case. */
const MOST_KNOWN = 2000;

/** Normalises an IANA zone name (`Europe/Amsterdam`). Null for anything else, including UTC offsets. */
export function knownTimeZone(zone: string | null | undefined): string | null {
  const found = zone && known.get(zone);
  if (found) return found;
  if (!zone || !/^[A-Za-z_]+(?:\/[A-Za-z_/+\-0-9]+)?$/.test(zone)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    if (known.size < MOST_KNOWN) known.set(zone, timeZone);
    return timeZone;
  } catch {
    return null;
  }
}

let own: string | null | undefined;

export const ownTimeZone = (): string | null =>
  (own ??= knownTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone));

/** Stores the browser's time zone in a cookie, so that the next page is rendered with the right times. */
export function rememberTimeZone(shownIn: string) {
  const zone = ownTimeZone();
  if (!zone || zone === shownIn) return;
  document.cookie = `time_zone=${encodeURIComponent(zone)}; path=/; max-age=${365 * 86_400}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
}
