import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { loadChunk } from './missing-chunk.ts';

const isRequest = (options: object): options is PublicKeyCredentialRequestOptionsJSON =>
  'challenge' in options;
const isCreation = (options: object): options is PublicKeyCredentialCreationOptionsJSON =>
  isRequest(options) && 'user' in options;

/** Creates a passkey through the browser's dialog; null if the member cancels. */
export async function makePasskey(options: Record<string, unknown>): Promise<Record<string, unknown> | null> {
  const { startRegistration } = await loadChunk(() => import('@simplewebauthn/browser'));
  if (!isCreation(options)) throw new Error('These are no options for a new passkey.');
  return startRegistration({ optionsJSON: options }).then(asRecord, closed);
}

/** Lets the member choose a passkey; null if they cancel. */
export async function choosePasskey(
  options: Record<string, unknown>,
): Promise<Record<string, unknown> | null> {
  const { startAuthentication } = await loadChunk(() => import('@simplewebauthn/browser'));
  if (!isRequest(options)) throw new Error('These are no options for a passkey.');
  return startAuthentication({ optionsJSON: options }).then(asRecord, closed);
}

const asRecord = (response: object) => response as Record<string, unknown>;

function closed(error: unknown): null {
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
    return null;
  throw error;
}

export function passkeyName(): string {
  const { userAgent } = navigator;
  const system = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'].find((word) =>
    userAgent.includes(word),
  );
  return system ?? 'Passkey';
}
