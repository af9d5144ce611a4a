import { CONTACT_HASH_BYTES } from '#contract/acquaintances/contact-identity.ts';

/** The keyed hash of each contact, as the server makes it of what members confirm (server/acquaintances/contact-hashes.ts). */
export async function hashContacts(identities: readonly string[], key: string): Promise<string[]> {
  const imported = await crypto.subtle.importKey(
    'raw',
    bytesOf(key),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const encoder = new TextEncoder();
  return Promise.all(
    identities.map(async (identity) => {
      const hash = await crypto.subtle.sign('HMAC', imported, encoder.encode(identity));
      return base64Url(new Uint8Array(hash, 0, CONTACT_HASH_BYTES));
    }),
  );
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
