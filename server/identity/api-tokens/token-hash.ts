import { createHash } from 'node:crypto';

export const apiTokenHash = (token: string) => createHash('sha256').update(token).digest();
