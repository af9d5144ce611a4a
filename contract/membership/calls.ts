import { accountCalls } from './account.ts';
import { exportCalls } from './export.ts';
import { securityCalls } from './security.ts';
import { signupCalls } from './signup.ts';
import { tokenCalls } from './tokens.ts';

export const membershipCalls = {
  ...signupCalls,
  ...accountCalls,
  ...securityCalls,
  ...exportCalls,
  ...tokenCalls,
};
