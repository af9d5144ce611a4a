/**
 * Device preferences in a member's cookies. Visitors' pages are the same for everybody, so they are rendered
 * without.
 */
export function deviceOf(cookies: Record<string, string>) {
  return {
    timeZone: cookies['time_zone'] ? decoded(cookies['time_zone']) : null,
    dismissed: Object.keys(cookies).flatMap((name) =>
      name.startsWith('dismissed_') ? [name.slice('dismissed_'.length)] : [],
    ),
    push: cookies['push'] ?? null,
  };
}
export const noDevice = { timeZone: null, dismissed: [], push: null };

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
