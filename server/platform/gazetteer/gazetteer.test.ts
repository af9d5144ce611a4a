import { expect, test } from 'vitest';
import { countryCodes } from '#contract/lists/countries.ts';
import { regionsOf } from '#contract/lists/regions.ts';
import { centreOf, findTown, nearestTown, regionsWithCities, townsOf } from './index.ts';

test('every region of every country of the site has at least one town, and no town lies in an unknown region', () => {
  for (const country of countryCodes) {
    const regions = regionsWithCities(country);
    expect(regions.length).toBeGreaterThan(2);
    for (const region of regions) expect(region.cities.length, `${country} ${region.name}`).toBeGreaterThan(0);
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
  ['Turku', 60.45, 22.27, 'FI', 'Varsinais-Suomi', 'Turku'],
  ['Toronto', 43.7, -79.42, 'CA', 'Ontario', 'Toronto'],
  ['Auckland', -36.85, 174.76, 'NZ', 'Auckland', 'Auckland'],
  ['Sydney', -33.87, 151.21, 'AU', 'New South Wales', 'Sydney'],
])('%s is found at its place', (_, lat, lon, country, region, city) => {
  const town = nearestTown(lat, lon);
  expect(town).toMatchObject({ country, region });
  if (city) expect(town!.city).toBe(city);
});

test('the middle of the Atlantic is nowhere', () => {
  expect(nearestTown(30, -40)).toBeNull();
});

test('a kilometre more or less gives the same town centre', () => {
  const here = nearestTown(52.0907, 5.1214)!;
  expect(nearestTown(52.0997, 5.1214)).toBe(here);
});

test('a town is found by its name without regard to case, and a profile without a town sits at the centre of its region', () => {
  expect(findTown('NL', 'utrecht')?.region).toBe('Utrecht');
  expect(findTown('NL', 'Atlantis')).toBeNull();
  expect(centreOf('NL', 'Zeeland', null).region).toBe('Zeeland');
  expect(centreOf('NL', null, null).city).toBe('Amsterdam');
});
