import type { ReactNode } from 'react';
import type { Locale } from '#contract/lists/locales.ts';
import type { ProfileKind } from '#contract/enums.ts';
import type { Accent } from '#contract/site-settings.ts';
import type { Money } from '#contract/schema.ts';

/** What a mail says about the site that sends it. */
export interface MailSite {
  name: string;
  /** What the site calls its fictional profiles, where it has a word of its own. */
  fictionalWord?: string | null;
  /** Path of the picture that stands in place of the name. */
  logo?: string | null;
  /** The colour of buttons and links; red where nothing is said. */
  accent?: Accent;
  supportEmail: string;
  /** Name and address of the company, in one line. */
  company: string;
  /** Scheme and host that the site's links begin with; PUBLIC_URL where it has none of its own. */
  origin?: string;
  /** The address its mails come from; MAIL_FROM where it has none of its own. */
  from?: string | null;
  /** Where answers go; to the sender where nothing is said. */
  replyTo?: string | null;
}

/** Translates a key of the namespace `mail` in the mail's language. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

export interface MailContext {
  locale: Locale;
  site: MailSite;
  t: Translate;
  /** A page of the site in the mail's language. */
  link(path: string): string;
  /** A person's name in a sentence or subject: fictional and cam profiles carry their label in it. */
  named(person: Pick<MailPerson, 'name' | 'kind'>): string;
  money(value: Money): string;
  /** A day in words. `instant` is ISO 8601. */
  day(instant: string): string;
}

/** What a template gives; the layout around it is the same for all. */
export interface MailContent {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  /** Why the reader gets this mail, at its foot. */
  reason: string;
  body: ReactNode;
}

export type MailTemplate<P> = (props: P, context: MailContext) => MailContent;

/** Another person as mails name them. Mails carry no photos: inboxes are read over shoulders, and photo addresses expire. */
export interface MailPerson {
  id: number;
  name: string;
  /** Null where the site shows no ages. */
  age: number | null;
  city: string | null;
  kind: ProfileKind;
}
