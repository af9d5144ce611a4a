import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Packages with a registry in a module's variable. With two copies, one does not have what the other
 * registered: two copies of @peculiar/asn1-schema broke every ES256 passkey.
 */
const ONE_COPY = [
  '@opentelemetry/api',
  '@peculiar/asn1-schema',
  '@peculiar/asn1-x509',
  '@tanstack/react-query',
  'i18next',
  'kysely',
  'prom-client',
  'react',
  'react-dom',
  'react-i18next',
  'react-router',
  'reflect-metadata',
  'sharp',
  'tsyringe',
  'typebox',
];

/** The folders in which the lock file places each package, by name. */
function placesOf(lock: unknown): Map<string, string[]> {
  const packages: unknown = typeof lock === 'object' && lock && 'packages' in lock ? lock.packages : {};
  const places = new Map<string, string[]>();
  for (const place of Object.keys(packages ?? {})) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    places.set(name, [...(places.get(name) ?? []), place]);
  }
  return places;
}

test('packages with a registry of their own are installed once', () => {
  const places = placesOf(
    JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')),
  );
  expect(places.get('@peculiar/asn1-schema'), 'the lock file was read').toBeDefined();
  expect(Object.fromEntries(ONE_COPY.map((name) => [name, places.get(name) ?? []]))).toEqual(
    Object.fromEntries(
      ONE_COPY.map((name) => [name, (places.get(name) ?? []).length > 0 ? [`node_modules/${name}`] : []]),
    ),
  );
});
