import type { AuditNote } from '../platform/http/context.ts';
import { recordActs } from './record-acts.ts';

export const auditAs =
  (operator: number, act: string): AuditNote =>
  (db, noted = {}) =>
    recordActs(db, [{ operator, act, ...noted }]);
