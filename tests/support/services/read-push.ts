import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto';

/** The keys that a browser keeps to decrypt the pushes of its subscription. */
export interface PushKeys {
  device: ECDH;
  authSecret: Buffer;
}

/**
 * Decrypts a push like a browser, by RFC 8291 and RFC 8188 with Node's cryptography only, independent of the
 * library that encrypts and its dependencies.
 */
export function readPush(body: Buffer, { device, authSecret }: PushKeys): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const sender = body.subarray(21, 21 + body[20]!);
  const record = body.subarray(21 + body[20]!);
  if (sender.length !== 65) throw new Error("The sender's key is not a point on P-256.");
  if (record.length > recordSize) throw new Error('A push must have one record.');
  const derive = (secret: Buffer, salted: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, length));
  const about = (use: string) => Buffer.from(`Content-Encoding: ${use}\0`);
  const secret = derive(
    device.computeSecret(sender),
    authSecret,
    Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), sender]),
    32,
  );
  const opened = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, about('aes128gcm'), 16),
    derive(secret, salt, about('nonce'), 12),
  );
  opened.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The last record must end with 2.');
  return padded.subarray(0, end).toString('utf8');
}
