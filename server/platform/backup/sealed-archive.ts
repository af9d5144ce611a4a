import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { deriveKey } from '../secrets.ts';

// A backup contains all private data of members and leaves the machine, so it is sealed: encrypted
// (AES-256-CTR) and signed (HMAC-SHA256 over all of it) with keys derived from the site's secret. It is one
// stream of any length: magic bytes, 16 bytes of IV, the content, 32 bytes of signature.

const MARK = Buffer.from('LIAISON\x01');

const START_BYTES = 16;

const SIGNATURE_BYTES = 32;

const HEAD_BYTES = MARK.length + START_BYTES;

const OTHER_SECRET = 'it is sealed with another secret, or damaged';

const keysOf = (secret: string) => ({
  cipher: deriveKey(secret, 'backup'),
  signature: deriveKey(secret, 'backup signature'),
});

export function sealArchive(secret: string): Transform {
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

export async function isSealed(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MARK.length), 0, MARK.length, 0);
    return bytesRead === MARK.length && buffer.equals(MARK);
  } finally {
    await file.close();
  }
}

/**
 * The content of a sealed archive. It reads the file twice, because nothing may be decrypted before the
 * signature of the whole file is verified. Throws if the secret is wrong or a byte was changed.
 */
export async function openSealed(path: string, secret: string): Promise<Readable> {
  const { size } = await stat(path);
  const last = size - SIGNATURE_BYTES - 1;
  if (last < HEAD_BYTES) throw new Error(OTHER_SECRET);
  const keys = keysOf(secret);
  const signature = createHmac('sha256', keys.signature);
  for await (const chunk of createReadStream(path, { start: MARK.length, end: last }))
    signature.update(chunk);
  const [start, expected] = await Promise.all([
    bytesOf(path, MARK.length, START_BYTES),
    bytesOf(path, last + 1, SIGNATURE_BYTES),
  ]);
  if (!timingSafeEqual(signature.digest(), expected)) throw new Error(OTHER_SECRET);
  const decipher = createDecipheriv('aes-256-ctr', keys.cipher, start);
  const content = async function* () {
    for await (const chunk of createReadStream(path, { start: HEAD_BYTES, end: last }))
      yield decipher.update(chunk);
  };
  return Readable.from(content());
}

async function bytesOf(path: string, start: number, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { start, end: start + length - 1 })) chunks.push(chunk);
  return Buffer.concat(chunks);
}
