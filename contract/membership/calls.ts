import { accountCalls } from './account.ts';
import { exportCalls } from './export.ts';
import { invitationCalls } from './invitations.ts';
import { securityCalls } from './security.ts';
import { signupCalls } from './signup.ts';
import { tokenCalls } from './tokens.ts';

export const membershipCalls = {
  ...signupCalls,
  ...invitationCalls,
  ...accountCalls,
  ...securityCalls,
  ...exportCalls,
  ...tokenCalls,
};
