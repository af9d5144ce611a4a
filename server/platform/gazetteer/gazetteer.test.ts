import { expect, test } from 'vitest';
import { countryCodes } from '#contract/lists/countries.ts';
import { regionsOf } from '#contract/lists/regions.ts';
import { centreOf, findTown, nearestTown, regionsWithCities, townsOf } from './index.ts';

test('has at least one town in every region, and a known region for every town', () => {
  for (const country of countryCodes) {
    const regions = regionsWithCities(country);
    expect(regions.length).toBeGreaterThan(2);
    for (const region of regions)
      expect(region.cities.length, `${country} ${region.name}`).toBeGreaterThan(0);
    const ids = new Set(regionsOf(country).map((region) => region.id));
    expect(townsOf(country).filter((town) => !ids.has(town.region))).toEqual([]);
  }
});

test.each([
  ['Dom tower of Utrecht', 52.0907, 5.1214, 'NL', 'Utrecht', 'Utrecht'],
  ['Ghent', 51.05, 3.72, 'BE', 'Oost-Vlaanderen', 'Gent'],
  ['Brussels', 50.8467, 4.3525, 'BE', 'Brussel', 'Brussel'],
  ['Munich', 48.1374, 11.5755, 'DE', 'Bayern', 'München'],
  ['Paris', 48.8566, 2.3522, 'FR', 'Île-de-France', 'Paris'],
  ['Manchester', 53.48, -2.24, 'GB', 'North West England', 'Manchester'],
  ['Brixton', 51.4659, -0.1065, 'GB', 'London', null],
  ['Galway', 53.27, -9.05, 'IE', 'Galway', 'Galway'],
  ['Oslo', 59.91, 10.75, 'NO', 'Oslo', 'Oslo'],
  ['Sandvika', 59.89, 10.52, 'NO', 'Akershus', null],
  ['Fredrikstad', 59.21, 10.95, 'NO', 'Østfold', 'Fredrikstad'],
  ['Drammen', 59.744, 10.204, 'NO', 'Buskerud', 'Drammen'],
  ['Tønsberg', 59.267, 10.407, 'NO', 'Vestfold', 'Tønsberg'],
  ['Skien', 59.209, 9.609, 'NO', 'Telemark', 'Skien'],
  ['Tromsø', 69.649, 18.955, 'NO', 'Troms', 'Tromsø'],
  ['Hammerfest', 70.663, 23.682, 'NO', 'Finnmark', 'Hammerfest'],
  ['Turku', 60.45, 22.27, 'FI', 'Varsinais-Suomi', 'Turku'],
  ['Mariehamn', 60.097, 19.935, 'FI', 'Ahvenanmaa', 'Mariehamn'],
  ['Toronto', 43.7, -79.42, 'CA', 'Ontario', 'Toronto'],
  ['Auckland', -36.85, 174.76, 'NZ', 'Auckland', 'Auckland'],
  ['Sydney', -33.87, 151.21, 'AU', 'New South Wales', 'Sydney'],
])('%s is found at its place', (_, lat, lon, country, region, city) => {
  const town = nearestTown(lat, lon);
  expect(town).toMatchObject({ country, region });
  if (city) expect(town!.city).toBe(city);
});

test('finds no town in the middle of the Atlantic', () => {
  expect(nearestTown(30, -40)).toBeNull();
});

test('returns the same town centre for positions a kilometre apart', () => {
  const here = nearestTown(52.0907, 5.1214)!;
  expect(nearestTown(52.0997, 5.1214)).toBe(here);
});

test('finds towns by name, ignoring case, and falls back to the centre of the region', () => {
  expect(findTown('NL', 'utrecht')?.region).toBe('Utrecht');
  expect(findTown('NL', 'Atlantis')).toBeNull();
  expect(centreOf('NL', 'Zeeland', null).region).toBe('Zeeland');
  expect(centreOf('NL', null, null).city).toBe('Amsterdam');
});
