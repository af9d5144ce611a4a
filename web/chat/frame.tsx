import { clsx } from 'clsx';
import { useRouteName } from '#web/router/hooks.ts';
import { Outlet } from '#web/router/screens.tsx';
import { chatsQuery } from '#web/session/queries.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { ConversationList } from './list/conversation-list.tsx';
import styles from './frame.module.css';

export const load: ScreenLoad = ({ requireUser, prefetch }) => {
  requireUser();
  return prefetch(chatsQuery);
};
export const handle = { i18n: ['chat'] };

/**
 * The list of conversations beside the open one. Below 992 px only one of the two is visible (docs/product.md
 * 2.3).
 */
export default function ChatFrame() {
  const inConversation = useRouteName() !== 'chats';
  return (
    <div className={clsx(styles['frame'], inConversation && styles['open'])}>
      <ConversationList />
      <section className={styles['column']}>
        <Outlet />
      </section>
    </div>
  );
}
