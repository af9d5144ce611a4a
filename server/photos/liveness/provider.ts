import type { LivenessReason } from '#contract/photos/liveness-lists.ts';
import type { App } from '../../platform/app.ts';

export interface LivenessRequest {
  checkId: number;
  /** Where the provider sends the member afterwards, whatever the result. */
  returnUrl: string;
}

export interface LivenessSession {
  /** The provider's name for the session. */
  reference: string;
  /** The provider's page. */
  page: string;
}

export type LivenessResult =
  | { state: 'open' }
  | { state: 'passed' }
  | { state: 'failed'; reason: LivenessReason };

export interface Notification {
  fields: object;
  /** The bytes as they arrived. */
  body: Buffer;
  headers: Record<string, string | string[] | undefined>;
}

/** A provider of liveness checks. It has no access to members, and the site stores nothing that it knows about a face. */
export interface LivenessProvider {
  /** Opens a session. May be called again for the same check. Throws if the provider is unavailable. */
  start(request: LivenessRequest): Promise<LivenessSession>;
  /** Asks the provider. Its answer is the only source of a result. Throws if it is unavailable. */
  resultOf(reference: string): Promise<LivenessResult>;
  /** The session that a notification is about; null if the provider did not send it. */
  sessionIn(notification: Notification): string | null;
}

/** Null if the installation does not use the provider, or not any more. */
export type OpenLivenessProvider = (app: Pick<App, 'config' | 'db'>) => LivenessProvider | null;
