import { createHmac, timingSafeEqual } from 'node:crypto';

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<text>` under a secret that both sides know, so that the other side knows who calls, and when. */
export const timedSignature = (secret: Buffer | string, text: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`;

/** Whether a signature header fits a text. */
export function isTimedSignature(secret: Buffer | string, text: string, header: string): boolean {
  const seconds = Number(/^t=(\d+),v1=[0-9a-f]{64}$/.exec(header)?.[1]);
  if (!Number.isSafeInteger(seconds)) return false;
  return timingSafeEqual(Buffer.from(timedSignature(secret, text, seconds)), Buffer.from(header));
}
