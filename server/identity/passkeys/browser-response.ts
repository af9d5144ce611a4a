import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { refuse } from '../../platform/http/refusal.ts';

/** A response of the browser's WebAuthn, of which the contract only knows that it is an object with an id. */
type BrowserResponse = Record<string, unknown>;

const holdsTexts = (value: unknown, names: readonly string[]): boolean => {
  const texts = new Map(Object.entries(value ?? {}));
  return names.every((name) => typeof texts.get(name) === 'string');
};

const isRegistration = (value: object): value is RegistrationResponseJSON =>
  holdsTexts(value, ['id', 'type']) &&
  'response' in value &&
  holdsTexts(value.response, ['clientDataJSON', 'attestationObject']);

const isAuthentication = (value: object): value is AuthenticationResponseJSON =>
  holdsTexts(value, ['id', 'type']) &&
  'response' in value &&
  holdsTexts(value.response, ['clientDataJSON', 'authenticatorData', 'signature']);

/** The response to making a passkey. Throws `passkey_failed` for anything else. */
export function registrationResponse(given: BrowserResponse): RegistrationResponseJSON {
  if (!isRegistration(given)) throw refuse('passkey_failed');
  return given;
}

/** The response to choosing a passkey. Throws `passkey_failed` for anything else. */
export function authenticationResponse(given: BrowserResponse): AuthenticationResponseJSON {
  if (!isAuthentication(given)) throw refuse('passkey_failed');
  return given;
}
