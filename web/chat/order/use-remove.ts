import { useQueryClient } from '@tanstack/react-query';
import type { Chat } from '#contract/chat/conversations.ts';
import { useNavigate } from '#web/router/hooks.ts';
import { chatsQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';

/**
 * Removes a conversation from the list optimistically. On failure it shows an alert and restores the list
 * (docs/product.md 4.7).
 */
export function useRemove(): (conversation: number) => Promise<void> {
  const queries = useQueryClient();
  const api = useApi();
  const navigate = useNavigate();
  const { errorText } = useErrorText();
  return async (conversation) => {
    queries.setQueryData(
      chatsQuery.queryKey,
      (known) =>
        known && { ...known, chats: known.chats.filter((chat) => chat.conversation.id !== conversation) },
    );
    void navigate('/chats');
    try {
      await api.call('deleteChat', { body: { conversation } });
      queries.removeQueries({
        queryKey: ['chat'],
        predicate: ({ state }) => (state.data as Chat | undefined)?.conversation?.id === conversation,
      });
    } catch (error) {
      toast('error', errorText(error));
    } finally {
      void queries.invalidateQueries({ queryKey: ['chats'] });
    }
  };
}
