import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { createSigner } from '../platform/signing.ts';

const LINK_SECONDS = 90 * 24 * 3600;

const signer = (config: App['config']) => createSigner(config.secret, 'support thread');

/** Token of the link by which a visitor reads a thread. Only the mail to the visitor's address has it. */
export const threadToken = (config: App['config'], thread: number): string =>
  signer(config).pack({ thread }, LINK_SECONDS);

export function threadOfToken(config: App['config'], token: string): number {
  const value = signer(config).unpack(token) as { thread: number } | null;
  if (!value) throw refuse('link_expired');
  return value.thread;
}
