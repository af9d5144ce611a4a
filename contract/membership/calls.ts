import { accountCalls } from './account.ts';
import { exportCalls } from './export.ts';
import { invitationCalls } from './invitations.ts';
import { proofOfWorkCalls } from './proof-of-work.ts';
import { securityCalls } from './security.ts';
import { signUpRuleCalls } from './sign-up-rules.ts';
import { signupCalls } from './signup.ts';
import { tokenCalls } from './tokens.ts';

export const membershipCalls = {
  ...signupCalls,
  ...proofOfWorkCalls,
  ...signUpRuleCalls,
  ...invitationCalls,
  ...accountCalls,
  ...securityCalls,
  ...exportCalls,
  ...tokenCalls,
};
