import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/** Lets the browser make a passkey; null when the member closed its question. */
export async function makePasskey(options: Record<string, unknown>): Promise<Record<string, unknown> | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }).then(asRecord, closed);
}

/** Lets the member choose a passkey of theirs; null when they closed the browser's question. */
export async function choosePasskey(options: Record<string, unknown>): Promise<Record<string, unknown> | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }).then(asRecord, closed);
}

const asRecord = (response: object) => response as Record<string, unknown>;

function closed(error: unknown): null {
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null;
  throw error;
}

/** A name by which the member knows the device again. */
export function passkeyName(): string {
  const { userAgent } = navigator;
  const system = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'].find((word) => userAgent.includes(word));
  return system ?? 'Passkey';
}
