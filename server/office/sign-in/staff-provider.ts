import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Identity } from '../../identity/index.ts';
import type { StaffSignInSettings } from '../../platform/outgoing/staff-sign-in-settings.ts';
import { remember } from '../../platform/remembered.ts';

/** How long the provider's addresses and keys are cached. */
const DISCOVERY_MS = 3_600_000;

const TIMEOUT_SECONDS = 10;

/** What the browser keeps between its two visits, so that nobody can finish a sign-in that somebody else began. */
export interface BegunSignIn {
  state: string;
  nonce: string;
  verifier: string;
}

/** The provider at which operators sign in, by OpenID Connect: code flow with PKCE, state and nonce. */
export interface StaffProvider {
  begin(): Promise<{ url: string; begun: BegunSignIn }>;
  /**
   * The identity that the provider states. Throws what `openid-client` throws for anything forged, late, repeated or
   * meant for others, and if the provider is down.
   */
  end(returnedTo: URL, begun: BegunSignIn): Promise<Identity>;
}

export function staffProvider(settings: StaffSignInSettings, callback: string): StaffProvider {
  const { issuer, clientId, clientSecret } = settings;
  // Only outside production can the issuer be an address without TLS.
  const execute = [
    enableNonRepudiationChecks,
    ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
  ];
  const known = remember(
    () =>
      discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS }),
    DISCOVERY_MS,
  );
  return {
    async begin() {
      const begun = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await known.get(), {
        redirect_uri: callback,
        scope: 'openid email',
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, begun };
    },
    async end(returnedTo, { state, nonce, verifier }) {
      const provider = await known.get();
      const tokens = await authorizationCodeGrant(provider, returnedTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token.');
      const { iss, sub } = claims;
      const stated =
        claims['email'] === undefined ? await userInfo(provider, tokens.access_token, sub) : claims;
      return { issuer: iss, subject: sub, email: trustedEmail(stated, settings) };
    },
  };
}

/** Many providers state the address here only. */
const userInfo = (provider: Configuration, accessToken: string, subject: string) =>
  provider.serverMetadata().userinfo_endpoint === undefined
    ? {}
    : fetchUserInfo(provider, accessToken, subject);

/**
 * The address is null unless the provider verified it: at some providers, anybody can enter anybody's address.
 */
function trustedEmail(
  { email, email_verified: verified }: { email?: unknown; email_verified?: unknown },
  { trustsEmail }: StaffSignInSettings,
): string | null {
  return typeof email === 'string' && (verified === true || trustsEmail) ? email : null;
}
