import { createHash } from 'node:crypto';

export type LinkPurpose =
  | 'activate'
  | 'reset_password'
  | 'mail_change'
  | 'mail_change_back'
  | 'reactivate'
  | 'operator_login'
  | 'invite'
  | 'unsubscribe'
  | 'second_step';

export const linkTokenHash = (token: string) => createHash('sha256').update(token).digest();

export interface LinkToken {
  member_id: number;
  payload: Record<string, unknown>;
  created_at: Date;
}
