import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { open, type CountryResponse, type Reader } from 'maxmind';
import { isCountry, type CountryCode } from '#contract/lists/countries.ts';

/** The database's rows: registry data (CC0), a country code by network. */
type CountryRow = CountryResponse & { country_code?: string };

export interface GeoIp {
  /** The country of an address as ISO 3166 says it; null for private and unknown addresses. */
  countryOf(ip: string): string | null;
  /** The same, when it is one of the countries the site serves. */
  servedCountryOf(ip: string): CountryCode | null;
}

/** Opens the country database that comes with the package (CC0, no network at run time). */
export async function openGeoIp(): Promise<GeoIp> {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/package.json'));
  const reader: Reader<CountryRow> = await open<CountryRow>(join(folder, 'geo-whois-asn-country.mmdb'), { cache: { max: 2_000 } });
  const look = (ip: string) => {
    try {
      return reader.get(ip.replace(/^::ffff:/i, ''))?.country_code ?? '';
    } catch {
      return '';
    }
  };
  // A reader of pages asks from the same address again and again.
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
