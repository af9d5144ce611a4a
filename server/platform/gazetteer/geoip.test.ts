import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { asnDatabase } from '#support/signup/asn-database.ts';
import { openGeoIp } from './geoip.ts';

const errors: unknown[] = [];
const log = { error: (...line: unknown[]) => void errors.push(line) };

test('finds the country of an address, and none for private, local and malformed ones', async () => {
  const geoip = await openGeoIp(null, log);
  expect(geoip.countryOf('193.0.6.139')).toBe('NL');
  expect(geoip.countryOf('::ffff:193.0.6.139')).toBe('NL');
  expect(geoip.servedCountryOf('2001:67c:2e8:22::c100:68b')).toBe('NL');
  for (const ip of ['127.0.0.1', '10.0.0.1', '::1', 'nonsense']) expect(geoip.countryOf(ip)).toBeNull();
});

test('distinguishes countries that the site does not serve from unknown ones', async () => {
  const geoip = await openGeoIp(null, log);
  expect(geoip.countryOf('133.11.0.1')).toBe('JP');
  expect(geoip.servedCountryOf('133.11.0.1')).toBeNull();
});

test('reads the database of network operators again when its file is replaced, and keeps the old one while it is damaged or gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'asn-'));
  const file = join(folder, 'asn.mmdb');
  const replace = (content: Buffer) => {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  };
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const later =
    <T>(look: () => T) =>
    async () => {
      await vi.advanceTimersByTimeAsync(5_000);
      return look();
    };
  replace(asnDatabase({ '203.0.113.0/24': 64_496 }));
  const geoip = await openGeoIp(file, log);
  expect([geoip.knowsAsn, geoip.asnOf('203.0.113.9'), geoip.asnOf('198.51.100.9')]).toEqual([
    true,
    64_496,
    null,
  ]);
  replace(asnDatabase({ '203.0.113.0/24': 64_511, '198.51.100.0/24': 64_512 }));
  await expect.poll(later(() => geoip.asnOf('203.0.113.9'))).toBe(64_511);
  expect(geoip.asnOf('198.51.100.9')).toBe(64_512);
  replace(Buffer.from('half a download'));
  await expect.poll(later(() => errors)).toHaveLength(1);
  expect(geoip.asnOf('203.0.113.9')).toBe(64_511);
  rmSync(file);
  await expect.poll(later(() => errors)).toHaveLength(2);
  expect(geoip.asnOf('203.0.113.9')).toBe(64_511);
  replace(asnDatabase({ '203.0.113.0/24': 64_500 }));
  await expect.poll(later(() => geoip.asnOf('203.0.113.9'))).toBe(64_500);
});
