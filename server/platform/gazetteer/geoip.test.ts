import { expect, test } from 'vitest';
import { openGeoIp } from './geoip.ts';

test('finds the country of an address, and none for private, local and malformed ones', async () => {
  const geoip = await openGeoIp();
  expect(geoip.countryOf('193.0.6.139')).toBe('NL');
  expect(geoip.countryOf('::ffff:193.0.6.139')).toBe('NL');
  expect(geoip.servedCountryOf('2001:67c:2e8:22::c100:68b')).toBe('NL');
  for (const ip of ['127.0.0.1', '10.0.0.1', '::1', 'nonsense']) expect(geoip.countryOf(ip)).toBeNull();
});

test('distinguishes countries that the site does not serve from unknown ones', async () => {
  const geoip = await openGeoIp();
  expect(geoip.countryOf('133.11.0.1')).toBe('JP');
  expect(geoip.servedCountryOf('133.11.0.1')).toBeNull();
});
