import { undecidedCountries } from '#contract/age-checks/lawful-gates.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/config.ts';
import { sitesOf } from '../../site-settings/index.ts';
import { ageCountries } from '../../visibility/index.ts';
import { Warning } from './examine.ts';

/**
 * Whether the members whom a country asks for an age check can make one, and whether somebody has decided about each
 * country whose law asks for them.
 */
export async function lookAtAgeChecks(
  { app }: { app: App },
  { ageProviders, euAge, production }: Pick<Config, 'ageProviders' | 'euAge' | 'production'>,
): Promise<string> {
  const expired = (euAge?.issuers ?? []).filter(({ validToDate }) => validToDate < new Date());
  if (expired.length > 0)
    throw new Error(
      `trust expired certificates: replace ${expired.map(({ subject }) => subject.replaceAll('\n', ', ')).join('; ')} in EU_AGE_ISSUERS.`,
    );
  const sites = [...(await sitesOf(app)).values()];
  const found = providersOf(sites, ageProviders);
  const undecided = sites.flatMap(({ host, settings }) => {
    const open = undecidedCountries(settings.age_assurance).filter((code) =>
      settings.countries.includes(code),
    );
    return open.length === 0 ? [] : [`${open.join(', ')} (site ${host})`];
  });
  if (undecided.length === 0) return found;
  const missing = `nobody has decided about the law of ${undecided.join('; ')}`;
  if (production)
    throw new Warning(
      `${found}, but ${missing}: take over what the office recommends under Settings, "Age checks by country", or choose "No check" there.`,
    );
  return `${found}; ${missing}, which is needed before production`;
}

function providersOf(
  sites: readonly { host: string; settings: SiteSettings }[],
  ageProviders: readonly string[],
): string {
  const asking = sites.flatMap(({ host, settings }) => {
    const countries = ageCountries(settings);
    return countries === '' ? [] : [`${countries.replaceAll(',', ', ')} (site ${host})`];
  });
  if (asking.length === 0) return 'no country asks for them';
  if (ageProviders.length === 0)
    throw new Error(
      `have no provider, so that members are locked out in ${asking.join('; ')}: set AGE_PROVIDERS, or turn "Age checks by country" off in the office, under Settings.`,
    );
  return `by ${ageProviders.join(', ')} in ${asking.join('; ')}`;
}
