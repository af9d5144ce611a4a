import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { createSigner } from '../../platform/signing.ts';

/**
 * Decisions may be appealed for six months (Digital Services Act, article 20), which have at most 184 days.
 */
export const APPEAL_DAYS = 184;

/** Signs the link by which a decision can be appealed without logging in. */
export const appealSigner = (config: App['config']) => createSigner(config.secret, 'appeal');

export type Objection = { measure: number } | { complaint: number };

export function objectionOf(app: App, token: string): Objection {
  const value = appealSigner(app.config).unpack(token) as Objection | null;
  if (!value) throw refuse('link_expired');
  return value;
}
