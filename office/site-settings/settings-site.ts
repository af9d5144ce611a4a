import type { User } from '#contract/membership/user.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';

/** The site in the URL, else the operator's first one. */
export const settingsSite = (
  query: URLSearchParams,
  { office_sites: own }: Pick<User, 'office_sites'>,
): string => query.get('site') ?? own?.[0] ?? DEFAULT_SITE;
