/**
 * The `client_id` of each picture of an album, derived from that of the message, so that an upload that is repeated after
 * a reload is recognised.
 */
export const imageIds = (clientId: string, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => idOf(`${clientId} ${index}`)));

async function idOf(name: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name))).slice(
    0,
    16,
  );
  // The bits of a version 8 UUID, whose content is free.
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
