import type { AuditNote } from '../platform/http/context.ts';
import { recordActs } from './record-acts.ts';

/** Records an operator's act outside a call: a terminal command, or part of another act. */
export const auditAs =
  (operator: number, act: string): AuditNote =>
  (db, noted = {}) =>
    recordActs(db, [{ operator, act, ...noted }]);
