import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Locale, locales } from '#contract/lists/locales.ts';
import { testApp } from '#support/app.ts';
import { SITES_CHANGED } from '../site-settings/index.ts';

const app = testApp();

const page = async (token: 'terms' | 'privacy', language: Locale): Promise<string> =>
  (await app.visitor().must('staticPage', { query: { token, language } as never })).html;

async function moveCompany(city: string, country: string): Promise<void> {
  await sql`update companies set city = ${city}, country = ${country}`.execute(app.db);
  app.app.events.publish(SITES_CHANGED, null);
}

/** A language added later is checked only for what no page may contain. */
const clauses: Partial<Record<Locale, { law: string; authority: string }>> = {
  nl: { law: 'Het Franse recht geldt, samen', authority: '; de onze is de Commission' },
  en: { law: 'The law of France applies, together', authority: '; ours is the Commission' },
  de: { law: 'Es gilt französisches Recht, zusammen', authority: '; unsere ist: Commission' },
  fr: { law: 'Le droit français s’applique, avec', authority: '; la nôtre : Commission' },
  es: { law: 'Se aplica la ley de Francia, junto', authority: '; la nuestra es: Commission' },
  it: { law: 'Si applica la legge francese, insieme', authority: '; la nostra è: Commission' },
  da: { law: 'Fransk ret gælder sammen', authority: '; vores er Commission' },
  nb: { law: 'Fransk rett gjelder, sammen', authority: '; vårt er Commission' },
  sv: { law: 'Fransk rätt gäller, tillsammans', authority: '; vår är Commission' },
  fi: { law: 'Sovelletaan Ranskan lakia yhdessä', authority: '; meidän on Commission' },
  pl: { law: 'Obowiązuje prawo francuskie wraz', authority: '; naszym jest Commission' },
};

test('names the law and the data protection authority of the company’s country, in every language', async () => {
  await moveCompany('Lyon', 'FR');
  for (const language of locales) {
    const [terms, privacy] = [await page('terms', language), await page('privacy', language)];
    expect(terms).toContain(clauses[language]?.law ?? '');
    expect(privacy.replaceAll(/\s/g, ' ')).toContain(clauses[language]?.authority ?? '');
    expect(privacy).toContain('(CNIL)');
    expect([terms, privacy].join()).not.toMatch(/Persoonsgegevens|\(7 |\{\{|\[\[/);
  }
  expect(await page('privacy', 'fr')).toContain('(CNIL).');
  expect(await page('privacy', 'en')).toContain('(CNIL), France.');
});

test('keeps the Dutch wording for a Dutch company', async () => {
  await moveCompany('Amsterdam', 'NL');
  expect(await page('terms', 'nl')).toContain(
    'Het Nederlandse recht geldt, samen met het dwingende consumentenrecht van je woonland.',
  );
  const privacy = await page('privacy', 'nl');
  expect(privacy).toContain('de onze is de Autoriteit Persoonsgegevens.');
  expect(privacy).toContain('zolang de belastingwet eist (7 jaar).');
  expect(await page('privacy', 'en')).toContain('ours is the Autoriteit Persoonsgegevens, Netherlands.');
});

test('names the law of the seat where it differs within a country, and no authority where there is none', async () => {
  await moveCompany('Toronto', 'CA');
  for (const language of locales) expect(await page('terms', language)).toContain('(Toronto, ');
  expect(await page('terms', 'en')).toContain('The law of our place of business (Toronto, Canada) applies,');
  expect(await page('privacy', 'en')).toContain('Office of the Privacy Commissioner of Canada.');
  for (const country of ['US', 'JP']) {
    await moveCompany('Springfield', country);
    expect(await page('privacy', 'en')).toContain('data protection authority of your country.');
  }
});
