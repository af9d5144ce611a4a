import type { ReactNode } from 'react';
import type { Locale } from '#contract/lists/locales.ts';
import type { ProfileKind } from '#contract/profiles.ts';
import type { Money } from '#contract/schema.ts';
import type { Accent } from '#contract/site-settings/settings.ts';

export interface MailSite {
  name: string;
  fictionalWord?: string | null;
  logo?: string | null;
  accent?: Accent;
  supportEmail: string;
  company: string;
  /** Scheme and host for links. PUBLIC_URL by default. */
  origin?: string;
  from?: string | null;
  replyTo?: string | null;
  /** Time zone of dates. UTC by default. */
  timeZone?: string;
}

export type Translate = (key: string, values?: Record<string, string | number>) => string;

export interface MailContext {
  locale: Locale;
  site: MailSite;
  t: Translate;
  link(path: string): string;
  /** A person's name for a sentence or subject, with the label of fictional and cam profiles. */
  named(person: Pick<MailPerson, 'name' | 'kind'>): string;
  money(value: Money): string;
  /** Formats a day. `instant` is in ISO 8601 format. */
  day(instant: string): string;
}

export interface MailContent {
  subject: string;
  /** The preview text that mail clients show beside the subject. */
  preview: string;
  reason: string;
  body: ReactNode;
}

export type MailTemplate<P> = (props: P, context: MailContext) => MailContent;

/**
 * Another person as shown in mails, without a photo, because others may see an inbox and photo addresses
 * expire.
 */
export interface MailPerson {
  id: number;
  name: string;
  /** Null if the site hides ages. */
  age: number | null;
  /** Of a couple. */
  partner_age?: number | undefined;
  city: string | null;
  kind: ProfileKind;
}
