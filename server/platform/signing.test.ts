import { expect, test } from 'vitest';
import { createSigner } from './signing.ts';

const secret = 'a secret of at least thirty-two characters';
const signer = createSigner(secret, 'photos');
const hour = 3600;
const keeping = createSigner(secret, 'photos', { keep: 2 });
const now = Date.parse('2026-11-22T10:17:00Z');

test('keeps a signed address the same and valid for between half a lifetime and a whole one', () => {
  const signature = signer.sign('1/a', hour, now);
  expect(signer.sign('1/a', hour, now + 60_000)).toBe(signature);
  expect(signer.verify('1/a', signature, now + (hour / 2) * 1000)).toBe(true);
  expect(signer.verify('1/a', signature, now + hour * 1000)).toBe(false);
});

test('gives the same signatures with and without a cache, and renews them as the expiry advances', () => {
  for (const [subject, lifetime, later] of [
    ['1/a', hour, 0],
    ['1/a', hour, 60_000],
    ['1/b', hour, 60_000],
    ['1/c', hour, 60_000],
    ['1/a', hour, 60_000],
    ['1/a', 2 * hour, 60_000],
    ['1/a', hour, hour * 1000],
  ] as const)
    expect(keeping.sign(subject, lifetime, now + later), `${subject} ${lifetime} ${later}`).toBe(
      signer.sign(subject, lifetime, now + later),
    );
  expect(keeping.sign('1/a', hour, now + hour * 1000)).not.toBe(keeping.sign('1/a', hour, now));
});

test('rejects a signature for another subject, purpose, secret or later expiry', () => {
  const signature = signer.sign('1/a', hour, now);
  expect(signer.verify('1/b', signature, now)).toBe(false);
  expect(createSigner(secret, 'unsubscribe').verify('1/a', signature, now)).toBe(false);
  expect(createSigner(`${secret}!`, 'photos').verify('1/a', signature, now)).toBe(false);
  const [stamp, mac] = signature.split('.') as [string, string];
  expect(signer.verify('1/a', `${(parseInt(stamp, 36) + 1).toString(36)}.${mac}`, now)).toBe(false);
  for (const nonsense of ['', '.', 'x', `${stamp}.`, `.${mac}`, `-1.${mac}`])
    expect(signer.verify('1/a', nonsense, now)).toBe(false);
});

test('unpacks a token’s value, or null if it is forged or expired', () => {
  const token = signer.pack({ member: 7, type: 'like' }, hour, now);
  expect(signer.unpack(token, now)).toEqual({ member: 7, type: 'like' });
  expect(signer.unpack(token, now + 2 * hour * 1000)).toBeNull();
  expect(signer.unpack(`x${token}`, now)).toBeNull();
  expect(signer.unpack('nonsense', now)).toBeNull();
});
