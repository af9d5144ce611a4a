import { parseArgs } from 'node:util';
import { type LandingOffer, landingOffers, type Mood, moods, readSlug } from '#contract/rules/landing-rules.ts';
import { isLocale, type Locale } from '#contract/lists/locales.ts';
import { dropSlug, listSlugs, writeSlug } from '#server/landing-pages/index.ts';
import { withSiteUnless } from './with-site.ts';

// Texts, imagery and offer of landing pages by slug. The site may run; what is written shows at once.
//   npm run landing-slug -- list
//   npm run landing-slug -- set --slug milf-3 --language nl --headline "Ze weet <em>wat ze wil</em>." --lead "…" --button "Begin gratis" \
//                               [--site example.com] [--imagery rose] [--offer messages]
//   npm run landing-slug -- drop --slug milf-3 --language nl [--site example.com]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    slug: { type: 'string', default: '' },
    language: { type: 'string', default: '' },
    site: { type: 'string', default: '*' },
    headline: { type: 'string' },
    lead: { type: 'string' },
    button: { type: 'string' },
    imagery: { type: 'string' },
    offer: { type: 'string' },
  },
});
const [act = 'list'] = positionals;

await withSiteUnless(faultOf(), async ({ app }) => {
  if (act === 'list')
    return void console.table(
      (await listSlugs(app.db)).map(({ host, slug, language, headline, imagery, offer }) => ({ host, slug, language, headline, imagery, offer })),
    );
  const which = { host: values.site, slug: values.slug, language: values.language as Locale };
  if (act === 'drop') return void console.log((await dropSlug(app.db, which)).dropped ? 'Gone; the default stands again.' : 'There was nothing.');
  const { headline, lead, button, imagery, offer } = values;
  await writeSlug(app.db, {
    ...which,
    headline: headline!,
    lead: lead!,
    button: button!,
    imagery: (imagery as Mood) ?? null,
    offer: (offer as LandingOffer) ?? null,
  });
  console.log(`${app.config.publicUrl}/landers/gallery/${values.slug}`);
});

function faultOf(): string | null {
  if (!['list', 'set', 'drop'].includes(act)) return 'Say list, set or drop.';
  if (act === 'list') return null;
  if (!readSlug(values.slug)) return 'Give --slug as [prefix-]number, such as 3 or milf-3.';
  if (!isLocale(values.language)) return 'Give --language, such as nl.';
  if (act === 'drop') return null;
  if (!values.headline || !values.lead || !values.button) return 'Give --headline, --lead and --button.';
  if (values.imagery && !(moods as readonly string[]).includes(values.imagery)) return `Give --imagery as one of ${moods.join(', ')}.`;
  if (values.offer && !(landingOffers as readonly string[]).includes(values.offer)) return `Give --offer as one of ${landingOffers.join(', ')}.`;
  return null;
}
