import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { open, type CountryResponse, type Reader } from 'maxmind';
import { isCountry, type CountryCode } from '#contract/lists/countries.ts';

type CountryRow = CountryResponse & { country_code?: string };

export interface GeoIp {
  /** The ISO 3166 country code of an address. Null for private and unknown addresses. */
  countryOf(ip: string): string | null;
  /** Like `countryOf`, but null for countries that the site does not serve. */
  servedCountryOf(ip: string): CountryCode | null;
}

/** Opens the country database bundled with the package (CC0, no network access at run time). */
export async function openGeoIp(): Promise<GeoIp> {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/package.json'));
  const reader: Reader<CountryRow> = await open<CountryRow>(join(folder, 'geo-whois-asn-country.mmdb'), {
    cache: { max: 2_000 },
  });
  const look = (ip: string) => {
    try {
      return reader.get(ip.replace(/^::ffff:/i, ''))?.country_code ?? '';
    } catch {
      return '';
    }
  };
  // Visitors send many requests from the same address.
  const known = new LRUCache<string, string>({ max: 10_000 });
  const countryOf = (ip: string) => {
    let country = known.get(ip);
    if (country === undefined) known.set(ip, (country = look(ip)));
    return country || null;
  };
  return {
    countryOf,
    servedCountryOf(ip) {
      const country = countryOf(ip);
      return country !== null && isCountry(country) ? country : null;
    },
  };
}
