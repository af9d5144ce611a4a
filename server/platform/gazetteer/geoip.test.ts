import { expect, test } from 'vitest';
import { openGeoIp } from './geoip.ts';

test('addresses are placed in their country; private, local and malformed ones nowhere', async () => {
  const geoip = await openGeoIp();
  expect(geoip.countryOf('193.0.6.139')).toBe('NL');
  expect(geoip.countryOf('::ffff:193.0.6.139')).toBe('NL');
  expect(geoip.servedCountryOf('2001:67c:2e8:22::c100:68b')).toBe('NL');
  for (const ip of ['127.0.0.1', '10.0.0.1', '::1', 'nonsense']) expect(geoip.countryOf(ip)).toBeNull();
});

test('a country that the site does not serve is known but not served', async () => {
  const geoip = await openGeoIp();
  expect(geoip.countryOf('133.11.0.1')).toBe('JP');
  expect(geoip.servedCountryOf('133.11.0.1')).toBeNull();
});
