import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { countries, type CountryCode } from '#contract/lists/countries.ts';
import { locales, type Locale } from '#contract/lists/locales.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import type { AnnouncementType, AnnouncementWords } from '#contract/calls/text-desk-calls.ts';
import { announce, audienceSize, cancelAnnouncement } from '#server/notifications/index.ts';
import { withSite } from './with-site.ts';

// `npm run announce -- --type news --texts announcement.json [--country NL,BE] [--language nl] [--premium yes|no]
// [--active-days 30] [--at 2026-12-01T10:00Z] [--send]`: tells members something, by mail and push as they left it switched
// on. Without --send it only says how many would be told. `--cancel 12` stops one that is not through. The file holds the
// words by language: {"en": {"subject": "…", "text": "…", "action": {"label": "…", "path": "/credits"}}, "nl": {…}}.

const { values } = parseArgs({
  options: {
    type: { type: 'string' },
    texts: { type: 'string' },
    country: { type: 'string' },
    language: { type: 'string' },
    premium: { type: 'string' },
    'active-days': { type: 'string' },
    at: { type: 'string' },
    send: { type: 'boolean', default: false },
    cancel: { type: 'string' },
  },
});

const refuse = (sentence: string): never => {
  console.error(sentence);
  process.exit(1);
};

/** A comma-separated list of which every entry is one of `known`. */
function listOf<T extends string>(name: string, given: string | undefined, known: readonly T[]): T[] | undefined {
  const entries = given?.split(',').map((entry) => entry.trim());
  const stranger = entries?.find((entry) => !(known as readonly string[]).includes(entry));
  return stranger === undefined ? (entries as T[] | undefined) : refuse(`--${name}: "${stranger}" is unknown.`);
}

function readTexts(path: string): Partial<Record<Locale, AnnouncementWords>> {
  const texts = JSON.parse(readFileSync(path, 'utf8')) as Partial<Record<Locale, AnnouncementWords>>;
  for (const [locale, words] of Object.entries(texts)) {
    if (!(locales as readonly string[]).includes(locale)) refuse(`${path}: "${locale}" is no language of the site.`);
    if (!words?.subject?.trim() || !words.text?.trim()) refuse(`${path}: ${locale} lacks a subject or a text.`);
    if (words.action && !(words.action.label?.trim() && words.action.path?.startsWith('/')))
      refuse(`${path}: the action of ${locale} needs a label and a path that begins with a slash.`);
  }
  return texts;
}

if (values.cancel !== undefined) {
  await withSite({ attach: true }, async ({ app }) =>
    console.log((await cancelAnnouncement(app.db, Number(values.cancel))) ? 'Cancelled.' : 'There is no such announcement that is not through.'),
  );
} else {
  if (values.type !== 'news' && values.type !== 'promotions') refuse('Give --type news or --type promotions.');
  if (values.texts === undefined) refuse('Give --texts with a JSON file of the words by language.');
  const startsAt = values.at === undefined ? undefined : new Date(values.at);
  if (startsAt && Number.isNaN(startsAt.getTime())) refuse('--at must be a time such as 2026-12-01T10:00Z.');
  const activeDays = values['active-days'] === undefined ? undefined : Number(values['active-days']);
  if (activeDays !== undefined && !(Number.isInteger(activeDays) && activeDays > 0)) refuse('--active-days must be a whole number above 0.');
  const languages = listOf('language', values.language, locales);
  const chosen = listOf('country', values.country, Object.keys(countries) as CountryCode[]);
  const announcement = {
    type: values.type as AnnouncementType,
    texts: readTexts(values.texts!),
    audience: {
      ...(languages && { languages }),
      ...(chosen && { countries: chosen }),
      ...(values.premium !== undefined && { premium: values.premium === 'yes' }),
      ...(activeDays !== undefined && { active_days: activeDays }),
    },
    ...(startsAt && { startsAt }),
    createdBy: null,
  };
  await withSite({ attach: true }, async ({ app }) => {
    const { members: size } = await audienceSize(app.db, announcement);
    if (!values.send) return console.log(`${size} members would be told. Add --send to send it.`);
    const id = await inTransaction(app.db, (tx) => announce(app, tx, announcement));
    console.log(`Announcement ${id} goes to ${size} members${startsAt ? ` from ${startsAt.toISOString()}` : ' now'}.`);
  });
}
