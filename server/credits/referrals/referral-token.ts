import type { App } from '../../platform/app.ts';
import { seal, unseal } from '../../platform/sealing.ts';

const PURPOSE = 'referrals';
/** Tells the token from that of an operator's invitation, which uses the same field of the signup form. */
const PREFIX = 'f-';

/**
 * The token of a member's link for friends. It is encrypted: whoever sees a link must not find the profile of the member
 * who shared it.
 */
export const referralToken = ({ config }: Pick<App, 'config'>, member: number): string =>
  PREFIX + seal(config.secret, PURPOSE, '', String(member)).toString('base64url');

/** The member of a token; null if it is forged or of another kind. */
export function inviterOf({ config }: Pick<App, 'config'>, token: string): number | null {
  if (!token.startsWith(PREFIX)) return null;
  try {
    const member = Number(
      unseal(config.secret, PURPOSE, '', Buffer.from(token.slice(PREFIX.length), 'base64url')),
    );
    return Number.isSafeInteger(member) ? member : null;
  } catch {
    return null;
  }
}
