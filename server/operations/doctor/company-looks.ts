import { isEuCountry } from '#contract/lists/accessibility-bodies.ts';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { Company } from '#contract/site-settings/settings.ts';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/config.ts';
import { sitesOf } from '../../site-settings/index.ts';

const requirements: {
  what: string;
  in: (code: CountryCode) => boolean;
  given: (company: Company, code: string) => unknown;
}[] = [
  {
    what: 'who represents the company',
    in: (code) => code === 'DE' || code === 'AT',
    given: ({ represented_by }) => represented_by,
  },
  {
    what: 'the consumer dispute body',
    in: (code) => code === 'FR',
    given: ({ dispute_bodies }, code) => dispute_bodies[code],
  },
  {
    what: 'the data protection officer',
    in: isEuCountry,
    given: ({ privacy_contacts }, code) => privacy_contacts[code],
  },
];

/** Whether each site publishes what the laws of its countries require. Before production it only lists it. */
export async function lookAtCompanies({ app }: { app: App }, { production }: Config): Promise<string> {
  const sites = [...(await sitesOf(app)).values()];
  const missing = sites.flatMap(({ host, company, settings }) =>
    requirements.flatMap(({ what, in: isRequired, given }) => {
      const countries = settings.countries.filter((code) => isRequired(code) && !given(company, code));
      return countries.length > 0 ? [`${what} (${countries.join(', ')}; site ${host})`] : [];
    }),
  );
  if (missing.length === 0) return 'name what the laws of their countries require';
  const found = `lack ${missing.join(', ')}`;
  if (production) throw new Error(`${found}: complete them in the office, under Sites, Companies.`);
  return `${found}: needed before production`;
}
