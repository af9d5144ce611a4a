import type { FoundConversation } from '#contract/desk/search.ts';

/** How a search opens a conversation: at the found message, if one was found. */
export interface Past {
  past: true;
  message: number | null;
}

export const pastState = ({ found }: FoundConversation): Past => ({
  past: true,
  message: found?.message ?? null,
});

/** The state of a history entry that `pastState` made; null for any other. It keeps the address free of it. */
export function pastIn(state: unknown): Past | null {
  if (typeof state !== 'object' || state === null || !('past' in state)) return null;
  const message = 'message' in state && typeof state.message === 'number' ? state.message : null;
  return { past: true, message };
}
