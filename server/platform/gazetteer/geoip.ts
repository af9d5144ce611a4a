import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type AsnResponse, type CountryResponse, open, type Reader } from 'maxmind';
import { isCountry, type CountryCode } from '#contract/lists/countries.ts';
import { ConfigError } from '../environment.ts';
import type { Log } from '../log.ts';
import { growingCache } from '../memory/growing-cache.ts';

type CountryRow = CountryResponse & { country_code?: string };

export interface GeoIp {
  /** The ISO 3166 country code of an address. Null for private and unknown addresses. */
  countryOf(ip: string): string | null;
  /** Like `countryOf`, but null for countries that the site does not serve. */
  servedCountryOf(ip: string): CountryCode | null;
  /** The number of the network operator (ASN) of an address. Null without ASN_DATABASE, and for unknown addresses. */
  asnOf(ip: string): number | null;
  knowsAsn: boolean;
}

/**
 * Opens the country database bundled with the package (CC0, no network access at run time), and the operator's own database of
 * ASNs, which is read again when its file changes.
 */
export async function openGeoIp(asnDatabase: string | null, log: Pick<Log, 'error'>): Promise<GeoIp> {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/package.json'));
  const reader: Reader<CountryRow> = await open<CountryRow>(join(folder, 'geo-whois-asn-country.mmdb'), {
    cache: { max: 2_000 },
  });
  const look = (ip: string) => lookUp(reader, ip)?.country_code ?? '';
  // Visitors send many requests from the same address.
  const known = growingCache<string, string>(10_000);
  const countryOf = (ip: string) => {
    let country = known.get(ip);
    if (country === undefined) known.set(ip, (country = look(ip)));
    return country || null;
  };
  const asns = asnDatabase === null ? null : await openAsns(asnDatabase, log);
  return {
    countryOf,
    asnOf: (ip) => asns?.(ip) ?? null,
    knowsAsn: asns !== null,
    servedCountryOf(ip) {
      const country = countryOf(ip);
      return country !== null && isCountry(country) ? country : null;
    },
  };
}

/** The row of an address. Null for unknown addresses, and for what is not an address. */
function lookUp<T extends CountryRow | AsnRow>(reader: Reader<T>, ip: string): T | null {
  try {
    return reader.get(ip.replace(/^::ffff:/i, ''));
  } catch {
    return null;
  }
}

/** Rows of the two formats in use: GeoLite2-ASN, which most publishers follow, and the one of IPinfo. */
type AsnRow = Partial<AsnResponse> & { asn?: string };

const ASN_CHECK_MS = 5_000;

async function openAsns(file: string, log: Pick<Log, 'error'>): Promise<(ip: string) => number | null> {
  // The library can watch the file itself, but loads a damaged one into the reader that is in use. `fs.watchFile` misses a
  // replacement before its first look at the file, which may come after the file was opened.
  let version = await versionOf(file);
  let reader = await open<AsnRow>(file).catch((error: unknown) => {
    throw new ConfigError(
      `ASN_DATABASE cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  });
  const readAgain = async () => {
    const latest = await versionOf(file);
    if (latest === version) return;
    version = latest;
    try {
      reader = await open<AsnRow>(file);
    } catch (error) {
      log.error({ err: error }, 'ASN_DATABASE cannot be read: the old file stays in use');
    }
  };
  const checkLater = () => void setTimeout(() => void readAgain().finally(checkLater), ASN_CHECK_MS).unref();
  checkLater();
  return (ip) => {
    const row = lookUp(reader, ip);
    return row?.autonomous_system_number ?? (Number(row?.asn?.replace(/^AS/i, '')) || null);
  };
}

/** Changes whenever a file is written, replaced or deleted. */
async function versionOf(file: string): Promise<string | null> {
  const found = await stat(file, { bigint: true }).catch(() => null);
  return found && `${found.ino} ${found.size} ${found.mtimeNs}`;
}
