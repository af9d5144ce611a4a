/** A zone by its name, as the runtime spells it (`Europe/Amsterdam`); null for anything else, offsets too. */
export function knownTimeZone(zone: string | null | undefined): string | null {
  if (!zone || !/^[A-Za-z_]+(?:\/[A-Za-z_/+\-0-9]+)?$/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

let own: string | null | undefined;

/** The browser's own time zone, null where it does not say. */
export const ownTimeZone = (): string | null => (own ??= knownTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone));

/** Tells the server by cookie in which zone this browser reads, so that the next page comes with the right times. */
export function rememberTimeZone(shownIn: string) {
  const zone = ownTimeZone();
  if (!zone || zone === shownIn) return;
  document.cookie = `time_zone=${encodeURIComponent(zone)}; path=/; max-age=${365 * 86_400}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
}
