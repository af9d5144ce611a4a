import { personKey } from './person-key.ts';

export type ContactKind = 'mail' | 'mobile';

/**
 * What identifies a contact: the mailbox of an address, or a mobile number in international form (E.164). Browser and
 * server hash it with the same key, so that they come to the same hash.
 */
export const contactIdentity = (kind: ContactKind, value: string): string =>
  `${kind}:${kind === 'mail' ? personKey(value) : value}`;

/** Bytes of a hash. Longer ones would only make the tables larger: the key protects them, not the length. */
export const CONTACT_HASH_BYTES = 16;

/** Numbers and addresses in one list. */
export const CONTACTS_PER_IMPORT = 5000;
/** Numbers and addresses in all lists of a member. */
export const CONTACTS_PER_MEMBER = 20_000;
