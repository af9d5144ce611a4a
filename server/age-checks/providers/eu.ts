import { randomBytes } from 'node:crypto';
import type { OpenAgeProvider } from './provider.ts';

/** Long enough to get the app; the request counts no longer. */
const OPEN_HOURS = 0.5;

/**
 * The EU's proof of age (docs/operate/age-checks.md): a wallet app on the member's phone presents it to the site itself, so
 * there is no service to ask. Its response decides the check (`takeAgeProof`); until then the check stays open.
 */
export const openEuAge: OpenAgeProvider = () => ({
  validDays: 730,
  openHours: OPEN_HOURS,
  service: {
    /** The `state` of the request: a secret of this check, known to the member and the wallet. */
    start: () => Promise.resolve(randomBytes(32).toString('base64url')),
    pageOf: () => null,
    resultOf: () => Promise.resolve({ state: 'open' }),
    sessionIn: () => null,
  },
});
