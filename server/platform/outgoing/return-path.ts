import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../secrets.ts';

export interface Returned {
  member: number;
  /**
   * Returns whether the mail went to this address. Bounces of an old address do not count after a change of
   * address.
   */
  wentTo(email: string): boolean;
}

/**
 * Return paths. Every mail to a member has its own bounce address, `b.<member>.<proof>`. The proof covers the
 * member and the recipient's address, so that nobody can report a mail that was never sent.
 */
export interface ReturnPaths {
  /** The local part: at most 40 characters that every mail server preserves. */
  make(member: number, email: string): string;
  findIn(text: string): Returned[];
}

const TOKEN = /\bb\.([0-9a-z]{1,11})\.([0-9a-f]{20})\b/gi;

export function createReturnPaths(secret: string): ReturnPaths {
  const key = deriveKey(secret, 'return path');
  const proof = (member: string, email: string) =>
    createHmac('sha256', key).update(`${member} ${email.trim().toLowerCase()}`).digest('hex').slice(0, 20);
  return {
    make: (member, email) => `b.${member.toString(36)}.${proof(member.toString(36), email)}`,
    findIn(text) {
      const found = new Map(
        [...text.matchAll(TOKEN)].map(([token, member = '', given = '']) => [
          token.toLowerCase(),
          [member.toLowerCase(), given.toLowerCase()],
        ]),
      );
      return [...found.values()].map(([member = '', given = '']) => ({
        member: parseInt(member, 36),
        wentTo: (email) => timingSafeEqual(Buffer.from(proof(member, email)), Buffer.from(given)),
      }));
    },
  };
}
