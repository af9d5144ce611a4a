import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';

/** The site in the address, else the first of the operator's. */
export const siteIn = (search: URLSearchParams, hosts: readonly string[]): string =>
  hosts.find((host) => host === search.get('site')) ?? hosts[0] ?? DEFAULT_SITE;
