import { type PointerEvent as ReactPointerEvent, Suspense, useState } from 'react';
import type { ChatSummary } from '#contract/chat/conversations.ts';
import { startTouch } from '#web/chat/message-acts/start-touch.ts';
import { closestToTarget } from '#web/page/closest.ts';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';

const ChatMenu = lazyDialog(() => import('#web/chat/order/chat-menu.tsx'));
const SwipedChat = lazyPart(() => import('#web/chat/order/swiped-chat.tsx'));

/** The menu of an entry, by its button, key or a resting finger, and the swipe that archives. */
export function useEntryActs(chats: readonly ChatSummary[] | undefined) {
  const [opened, setOpened] = useState<ChatSummary | null>(null);
  const [swiped, setSwiped] = useState<ChatSummary | null>(null);
  return {
    onMenu: setOpened,
    onTouch({ nativeEvent: event }: ReactPointerEvent) {
      const line = event.pointerType === 'mouse' ? null : closestToTarget(event, '[data-chat]');
      const chat = chats?.find(({ conversation }) => String(conversation.id) === line?.dataset['chat']);
      if (line && chat)
        startTouch(event, line, {
          swipe: 'left',
          onHold: () => setOpened(chat),
          onSwipe: () => setSwiped(chat),
        });
    },
    menu: (
      <>
        {opened && <ChatMenu chat={opened} onClose={() => setOpened(null)} />}
        {swiped && (
          <Suspense>
            <SwipedChat key={swiped.conversation.id} chat={swiped} onDone={() => setSwiped(null)} />
          </Suspense>
        )}
      </>
    ),
  };
}
