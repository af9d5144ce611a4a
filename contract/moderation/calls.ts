import { appealCalls } from './appeals.ts';
import { blockCalls } from './blocks.ts';
import { bulkCalls } from './bulk-acts.ts';
import { complaintListCalls } from './complaint-list.ts';
import { complaintCalls } from './complaints.ts';
import { contentCalls } from './content.ts';
import { heldAccountCalls } from './held-accounts.ts';
import { measureCalls } from './measures.ts';
import { trustedFlaggerCalls } from './trusted-flaggers.ts';

export const moderationCalls = {
  ...blockCalls,
  ...complaintCalls,
  ...complaintListCalls,
  ...measureCalls,
  ...bulkCalls,
  ...appealCalls,
  ...contentCalls,
  ...heldAccountCalls,
  ...trustedFlaggerCalls,
};
