import type { AuditNote } from '../platform/http/context.ts';

export interface Operator {
  id: number;
  audit: AuditNote;
}
