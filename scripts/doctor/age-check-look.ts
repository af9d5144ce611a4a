import type { Site } from '#server/assemble.ts';
import type { Config } from '#server/platform/config.ts';
import { sitesOf } from '#server/site-settings/index.ts';
import { ageCountries } from '#server/visibility/index.ts';

/** Whether the members whom a country asks for an age check can make one. */
export async function lookAtAgeChecks(
  { app }: Pick<Site, 'app'>,
  { ageProviders }: Pick<Config, 'ageProviders'>,
): Promise<string> {
  const asking = [...(await sitesOf(app)).values()].flatMap(({ host, settings }) => {
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
