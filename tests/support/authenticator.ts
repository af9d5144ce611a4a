import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Client } from './client.ts';

/**
 * Key types by COSE number: ES256 is used by phones, computers and most security keys, RS256 by older Windows
 * Hello.
 */
export type KeyKind = -7 | -257 | -8;

type Cbor = number | string | Uint8Array | Map<Cbor, Cbor>;

/** The subset of CBOR that WebAuthn needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(3, text.length), text]);
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]),
  ]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const bytesOf = (text: unknown) => Buffer.from(String(text), 'base64url');

function keysOf(kind: KeyKind): { secret: KeyObject; cose: Map<Cbor, Cbor> } {
  if (kind === -7) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    const cose = new Map<Cbor, Cbor>([
      [1, 2],
      [3, kind],
      [-1, 1],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ]);
    return { secret: privateKey, cose };
  }
  if (kind === -257) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { n, e } = publicKey.export({ format: 'jwk' });
    const cose = new Map<Cbor, Cbor>([
      [1, 3],
      [3, kind],
      [-1, bytesOf(n)],
      [-2, bytesOf(e)],
    ]);
    return { secret: privateKey, cose };
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  const cose = new Map<Cbor, Cbor>([
    [1, 1],
    [3, kind],
    [-1, 6],
    [-2, bytesOf(x)],
  ]);
  return { secret: privateKey, cose };
}

/**
 * A virtual authenticator with one passkey of one key type. It answers the options of the site's real calls
 * like a browser.
 */
export function authenticator(kind: KeyKind, publicUrl: string) {
  const { secret, cose } = keysOf(kind);
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: unknown, host: string) => {
    const origin = new URL(publicUrl);
    origin.hostname = host;
    return Buffer.from(JSON.stringify({ type, challenge, origin: origin.origin, crossOrigin: false }));
  };
  /** Authenticator data with user present and verified. `flags` can announce a credential. */
  const authenticatorData = (host: string, flags = 0) => {
    const data = Buffer.alloc(5);
    data.writeUInt8(0x05 | flags, 0);
    data.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), data]);
  };
  const envelope = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
  };

  return {
    id: base64url(id),
    make(options: Record<string, unknown>) {
      const host = textOf(options['rp'], 'id');
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(cose)]);
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Buffer.concat([authenticatorData(host, 0x40), credential])],
      ]);
      return {
        ...envelope,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options['challenge'], host)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    answer(options: Record<string, unknown>) {
      counter += 1;
      const host = String(options['rpId']);
      const data = authenticatorData(host);
      const client = clientData('webauthn.get', options['challenge'], host);
      const signed = Buffer.concat([data, sha256(client)]);
      return {
        ...envelope,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign(kind === -8 ? null : 'sha256', signed, secret)),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof authenticator>;

function textOf(value: unknown, key: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  if (typeof found !== 'string') throw new Error(`The options have no ${key}.`);
  return found;
}

/** Adds a passkey like the settings screen: creates it, then uses it once. Returns the recovery codes. */
export async function addPasskey(member: Client, key: Authenticator, password: string): Promise<string[]> {
  const made = key.make(await member.must('beginPasskey', { body: { password } }));
  const toConfirm = await member.must('addPasskey', { body: { response: made, name: 'Phone' } });
  const { recovery_codes: codes } = await member.must('confirmPasskey', {
    body: { response: key.answer(toConfirm) },
  });
  return codes;
}

export async function logInByPasskey(browser: Client, key: Authenticator) {
  const options = await browser.must('beginPasskeyLogin');
  return browser.call('passkeyLogin', { body: { response: key.answer(options) } });
}
