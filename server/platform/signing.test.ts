import { expect, test } from 'vitest';
import { createSigner } from './signing.ts';

const secret = 'a secret of at least thirty-two characters';
const signer = createSigner(secret, 'photos');
const hour = 3600;
const keeping = createSigner(secret, 'photos', { keep: 2 });
const now = Date.parse('2026-11-22T10:17:00Z');

test('an address is valid for between half a lifetime and a lifetime, and the same for all who ask meanwhile', () => {
  const signature = signer.sign('1/a', hour, now);
  expect(signer.sign('1/a', hour, now + 60_000)).toBe(signature);
  expect(signer.verify('1/a', signature, now + (hour / 2) * 1000)).toBe(true);
  expect(signer.verify('1/a', signature, now + hour * 1000)).toBe(false);
});

test('a signer that keeps signatures signs as one that does not: by subject, by lifetime, and anew when the expiry moves on', () => {
  for (const [subject, lifetime, later] of [
    ['1/a', hour, 0],
    ['1/a', hour, 60_000],
    ['1/b', hour, 60_000],
    ['1/c', hour, 60_000],
    ['1/a', hour, 60_000],
    ['1/a', 2 * hour, 60_000],
    ['1/a', hour, hour * 1000],
  ] as const)
    expect(keeping.sign(subject, lifetime, now + later), `${subject} ${lifetime} ${later}`).toBe(signer.sign(subject, lifetime, now + later));
  expect(keeping.sign('1/a', hour, now + hour * 1000)).not.toBe(keeping.sign('1/a', hour, now));
});

test('a signature fits no other subject, purpose, secret or later expiry', () => {
  const signature = signer.sign('1/a', hour, now);
  expect(signer.verify('1/b', signature, now)).toBe(false);
  expect(createSigner(secret, 'unsubscribe').verify('1/a', signature, now)).toBe(false);
  expect(createSigner(`${secret}!`, 'photos').verify('1/a', signature, now)).toBe(false);
  const [stamp, mac] = signature.split('.') as [string, string];
  expect(signer.verify('1/a', `${(parseInt(stamp, 36) + 1).toString(36)}.${mac}`, now)).toBe(false);
  for (const nonsense of ['', '.', 'x', `${stamp}.`, `.${mac}`, `-1.${mac}`]) expect(signer.verify('1/a', nonsense, now)).toBe(false);
});

test('a token gives back what was packed, and nothing when it is forged or expired', () => {
  const token = signer.pack({ member: 7, type: 'like' }, hour, now);
  expect(signer.unpack(token, now)).toEqual({ member: 7, type: 'like' });
  expect(signer.unpack(token, now + 2 * hour * 1000)).toBeNull();
  expect(signer.unpack(`x${token}`, now)).toBeNull();
  expect(signer.unpack('nonsense', now)).toBeNull();
});
