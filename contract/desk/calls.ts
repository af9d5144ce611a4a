import type { Call } from '../call.ts';
import { deskAssignmentCalls } from './assignment.ts';
import { deskBoardCalls } from './board.ts';
import { deskConversationCalls } from './conversations.ts';
import { fictionalProfileCalls } from './fictional-profiles.ts';
import { deskQualityCalls } from './quality.ts';
import { deskReplyCalls } from './replies.ts';
import { deskSearchCalls } from './search.ts';
import { deskStatementCalls } from './statement.ts';

export const deskCalls = {
  ...deskConversationCalls,
  ...deskAssignmentCalls,
  ...deskBoardCalls,
  ...deskReplyCalls,
  ...deskQualityCalls,
  ...deskSearchCalls,
  ...deskStatementCalls,
  ...fictionalProfileCalls,
} as const satisfies Record<string, Call>;
