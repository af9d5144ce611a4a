import type { Call } from '../call.ts';
import { deskAssignmentCalls } from './assignment.ts';
import { deskConversationCalls } from './conversations.ts';
import { fictionalProfileCalls } from './fictional-profiles.ts';
import { deskReplyCalls } from './replies.ts';

export const deskCalls = {
  ...deskConversationCalls,
  ...deskAssignmentCalls,
  ...deskReplyCalls,
  ...fictionalProfileCalls,
} as const satisfies Record<string, Call>;
