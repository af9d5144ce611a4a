import { createHmac } from 'node:crypto';
import {
  CONTACT_HASH_BYTES,
  contactIdentity,
  type ContactKind,
} from '#contract/acquaintances/contact-identity.ts';
import { deriveKey } from '../platform/secrets.ts';

/** The key that members' browsers hash contacts with. Every member may read it. */
export const browserKey = (secret: string): Buffer => deriveKey(secret, 'contacts in browsers');

/**
 * The stored form of a browser's hash. The space of phone numbers is small and the browser's key is known to members,
 * so a second key, which never leaves the server, protects a stolen database.
 */
export const storedHash = (secret: string, browserHash: Buffer): Buffer =>
  hash(deriveKey(secret, 'contacts of members'), browserHash);

/** The stored form of an address or number that the server itself knows. */
export const storedIdentity = (secret: string, kind: ContactKind, value: string): Buffer =>
  storedHash(secret, hash(browserKey(secret), contactIdentity(kind, value)));

const hash = (key: Buffer, value: Buffer | string): Buffer =>
  createHmac('sha256', key).update(value).digest().subarray(0, CONTACT_HASH_BYTES);
