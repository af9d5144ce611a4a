import { createHash } from 'node:crypto';

export const partnerTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
