/** Normalises an IANA zone name (`Europe/Amsterdam`). Null for anything else, including UTC offsets. */
export function knownTimeZone(zone: string | null | undefined): string | null {
  if (!zone || !/^[A-Za-z_]+(?:\/[A-Za-z_/+\-0-9]+)?$/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
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
