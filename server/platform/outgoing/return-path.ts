import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../secrets.ts';

/** The member and address that a return path names. */
export interface Returned {
  member: number;
  /** Whether the mail went to this address; a member who has changed it since is not held to the old one. */
  wentTo(email: string): boolean;
}

/**
 * Return paths: every mail to a member has an address of its own that bounces come back to, `b.<member>.<proof>`. The
 * proof covers the member and the address written to, so that nobody can report a mail that was never sent.
 */
export interface ReturnPaths {
  /** The part before the `@`: at most 40 characters of the kind that every mail server keeps as it is. */
  make(member: number, email: string): string;
  /** Every return path found in a text; malformed ones are left out. */
  findIn(text: string): Returned[];
}

const TOKEN = /\bb\.([0-9a-z]{1,11})\.([0-9a-f]{20})\b/gi;

export function createReturnPaths(secret: string): ReturnPaths {
  const key = deriveKey(secret, 'return path');
  const proof = (member: string, email: string) => createHmac('sha256', key).update(`${member} ${email.trim().toLowerCase()}`).digest('hex').slice(0, 20);
  return {
    make: (member, email) => `b.${member.toString(36)}.${proof(member.toString(36), email)}`,
    findIn(text) {
      const found = new Map(
        [...text.matchAll(TOKEN)].map(([token, member = '', given = '']) => [token.toLowerCase(), [member.toLowerCase(), given.toLowerCase()]]),
      );
      return [...found.values()].map(([member = '', given = '']) => ({
        member: parseInt(member, 36),
        wentTo: (email) => timingSafeEqual(Buffer.from(proof(member, email)), Buffer.from(given)),
      }));
    },
  };
}
