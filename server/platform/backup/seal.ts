import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual, type Hmac } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { deriveKey } from '../secrets.ts';

// A backup leaves the house with everything that members trusted the site with. Sealed, it is encrypted (AES-256-CTR) and signed
// (HMAC-SHA256 over all of it) with keys derived from the site's secret, as one stream of any length:
// mark, 16 bytes of start value, the content, 32 bytes of signature.

/** What a sealed archive begins with; one that is not sealed begins as gzip does. */
const MARK = Buffer.from('LIAISON\x01');
const START_BYTES = 16;
const SIGNATURE_BYTES = 32;
const HEAD_BYTES = MARK.length + START_BYTES;
/** What an archive begins with when it is opened. */
const GZIP = 0x1f8b;
const OTHER_SECRET = 'it is sealed with another secret, or damaged';

const keysOf = (secret: string) => ({ cipher: deriveKey(secret, 'backup'), signature: deriveKey(secret, 'backup signature') });

/** Seals whatever passes through. */
export function seal(secret: string): Transform {
  const keys = keysOf(secret);
  const start = randomBytes(START_BYTES);
  const cipher = createCipheriv('aes-256-ctr', keys.cipher, start);
  const signature = createHmac('sha256', keys.signature).update(start);
  let begun = false;
  const head = (stream: Transform) => {
    if (begun) return;
    begun = true;
    stream.push(Buffer.concat([MARK, start]));
  };
  return new Transform({
    transform(this: Transform, chunk: Buffer, _encoding, done: TransformCallback) {
      head(this);
      const sealed = cipher.update(chunk);
      signature.update(sealed);
      done(null, sealed);
    },
    flush(this: Transform, done: TransformCallback) {
      head(this);
      this.push(signature.digest());
      done();
    },
  });
}

/**
 * Opens what `seal` made, and lets anything else through as it is. Ends with an error when the secret is another one or a byte was
 * changed: whatever came out by then must not be used.
 */
export function unseal(secret: string | undefined): Transform {
  let waiting = Buffer.alloc(0);
  let decipher: ReturnType<typeof createDecipheriv> | null = null;
  let signature: Hmac | null = null;
  let plain = false;
  let opened = false;

  const begin = (): string | null => {
    if (!waiting.subarray(0, MARK.length).equals(MARK)) {
      plain = true;
      return null;
    }
    if (secret === undefined) return 'it is sealed, and the secret of its site is not at hand';
    const keys = keysOf(secret);
    const start = waiting.subarray(MARK.length, HEAD_BYTES);
    decipher = createDecipheriv('aes-256-ctr', keys.cipher, start);
    signature = createHmac('sha256', keys.signature).update(start);
    waiting = waiting.subarray(HEAD_BYTES);
    return null;
  };

  return new Transform({
    transform(this: Transform, chunk: Buffer, _encoding, done: TransformCallback) {
      if (plain) return done(null, chunk);
      waiting = Buffer.concat([waiting, chunk]);
      if (!decipher && waiting.length >= HEAD_BYTES) {
        const fault = begin();
        if (fault) return done(new Error(fault));
      }
      if (plain) return done(null, waiting);
      if (!decipher || waiting.length <= SIGNATURE_BYTES) return done();
      // The last bytes may be the signature.
      const sealed = waiting.subarray(0, waiting.length - SIGNATURE_BYTES);
      waiting = Buffer.from(waiting.subarray(sealed.length));
      signature!.update(sealed);
      const content = decipher.update(sealed);
      // Told at once, in words: what unpacks would only know a wrong byte.
      if (!opened && content.length > 1 && content.readUInt16BE(0) !== GZIP) return done(new Error(OTHER_SECRET));
      opened = true;
      done(null, content);
    },
    flush(this: Transform, done: TransformCallback) {
      if (plain || (!decipher && waiting.length === 0)) return done();
      if (!decipher) return done(null, waiting);
      const expected = signature!.digest();
      const whole = waiting.length === SIGNATURE_BYTES && timingSafeEqual(waiting, expected);
      done(whole ? null : new Error(OTHER_SECRET));
    },
  });
}
