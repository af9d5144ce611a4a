import type { AuditNote } from '../../platform/http/context.ts';

export interface RefundOperator {
  id: number;
  audit: AuditNote;
}
