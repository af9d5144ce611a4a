import type { Profile } from '#contract/profiles.ts';
import type { Db, Tx } from '../platform/database/index.ts';

/** What modules above this one do for it. The composition root gives it at start. */
export interface AccountParts {
  /** The member's own profile with photos in every state. */
  ownProfile(db: Db, memberId: number): Promise<Profile>;
  /** Unread messages and new likes, as the badges count them. */
  totalsOf(db: Db, memberId: number): Promise<{ unread_messages: number; new_likes: number }>;
  /** The message written during signup goes out as the first free message. Throws a refusal when it cannot. */
  sendSignupMessage(memberId: number, message: { profile: number; text: string }): Promise<void>;
  /** Gives the credits of the setting `signup_credits`, once, in the transaction that confirms the address. */
  grantSignupCredits(tx: Tx, memberId: number, credits: number): Promise<void>;
  /** Gives back the unused credits of purchases that may still be withdrawn from, in the transaction that deletes the account. */
  withdrawOnDeletion(tx: Tx, memberId: number): Promise<void>;
  /** Blocks that former accounts of an address stand in hold for the member who comes with it; `own` is false for a taken address. */
  inheritBlocks(tx: Tx, arrival: { member: number; emailKey: string; own: boolean }): Promise<void>;
  /** Keeps, hashed, the address that a member leaves for another. */
  rememberAddress(tx: Tx, leaving: { member: number; emailKey: string }): Promise<void>;
  /** Keeps the blocks of a member about to be purged, between bare numbers. */
  keepBlocks(tx: Tx, member: number, emailKey: string | null): Promise<void>;
}

let parts: AccountParts | null = null;

/** Called once by the composition root, before the first request. */
export function provideToAccounts(given: AccountParts): void {
  parts = given;
}

export function accountParts(): AccountParts {
  if (!parts) throw new Error('provideToAccounts() has not been called.');
  return parts;
}
