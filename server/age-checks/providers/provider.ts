import type { AgeNegative, AgeMethod } from '#contract/age-checks/lists.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../../platform/app.ts';

export interface AgeRequest {
  checkId: number;
  /** Of the member's site. */
  origin: string;
  /** Where the provider sends the member afterwards, whatever the result. */
  returnPath: string;
  locale: Locale;
}

export type AgeResult =
  | { state: 'open' }
  /** The member ended the session at the provider. */
  | { state: 'withdrawn' }
  | { state: 'passed'; method: AgeMethod }
  | { state: 'failed'; reason: AgeNegative };

/** A provider of age checks. It has no access to members, and the site stores nothing that it knows about a person. */
export interface AgeProvider {
  /** Days for which a passed check counts. */
  validDays: number;
  /** Hours until a check without a result ends as `expired`. */
  openHours: number;
  /** Null for the office, where members send pictures and a person decides. */
  service: AgeService | null;
}

/** A provider outside the site, with sessions and pages of its own. */
export interface AgeService {
  /**
   * Opens a session and returns the provider's name for it. May be called again for the same check. Throws if the provider
   * is unavailable.
   */
  start(request: AgeRequest): Promise<string>;
  /** The provider's page of an open session; null if the provider is no longer configured. */
  pageOf(reference: string): string | null;
  /** Asks the provider. Its answer is the only source of a result. Throws if it is unavailable. */
  resultOf(reference: string): Promise<AgeResult>;
  /** The session that a notification is about; null if the provider did not send it. */
  sessionIn(notification: object): string | null;
}

export type OpenAgeProvider = (app: Pick<App, 'config' | 'db'>) => AgeProvider;
