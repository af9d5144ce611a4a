import { withLawfulGates } from '#contract/age-checks/lawful-gates.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { Config } from '../../platform/config.ts';

/**
 * Settings with which a new site starts in production, beyond the defaults. Without a provider of age checks, gates would
 * lock members out.
 */
export const firstOverrides = ({
  production,
  ageProviders,
}: Pick<Config, 'production' | 'ageProviders'>): Partial<SiteSettings> =>
  production && ageProviders.length > 0 ? { age_assurance: withLawfulGates({}) } : {};
