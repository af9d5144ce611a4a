import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<text>` with a shared secret, which proves the sender and
 * the time.
 */
export const timedSignature = (secret: Buffer | string, text: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`;

export function isTimedSignature(secret: Buffer | string, text: string, header: string): boolean {
  const seconds = Number(/^t=(\d+),v1=[0-9a-f]{64}$/.exec(header)?.[1]);
  if (!Number.isSafeInteger(seconds)) return false;
  return timingSafeEqual(Buffer.from(timedSignature(secret, text, seconds)), Buffer.from(header));
}
