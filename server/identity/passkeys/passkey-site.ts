/** The relying party to which browsers bind passkeys: the site's host, and the origin of its pages. */
export function siteAt(publicUrl: string, host: string): { id: string; origin: string } {
  const url = new URL(publicUrl);
  if (url.hostname !== host) url.hostname = host;
  return { id: host, origin: url.origin };
}
