import { transparencyCalls } from '../moderation/transparency.ts';
import { auditCalls } from './audit.ts';
import { listViewCalls } from './list-views.ts';
import { memberListCalls } from './member-list.ts';
import { officeMemberCalls } from './members.ts';
import { noticeCalls } from './notices.ts';
import { operatorCalls } from './operators.ts';
import { roleCalls } from './roles.ts';
import { signInCalls } from './sign-in.ts';
import { taskCalls } from './tasks.ts';
import { officeTokenCalls } from './tokens.ts';
import { waitingChangeCalls } from './waiting-changes.ts';

export const officeCalls = {
  ...taskCalls,
  ...noticeCalls,
  ...memberListCalls,
  ...listViewCalls,
  ...officeMemberCalls,
  ...auditCalls,
  ...transparencyCalls,
  ...operatorCalls,
  ...signInCalls,
  ...roleCalls,
  ...officeTokenCalls,
  ...waitingChangeCalls,
};
