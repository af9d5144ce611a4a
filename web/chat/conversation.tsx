import { useParams } from '#web/router/hooks.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { chatQuery } from './chat-query.ts';
import { ConversationView } from './conversation-view.tsx';

export const load: ScreenLoad = ({ ensure, requireUser, params }) => {
  requireUser();
  return ensure(chatQuery({ conversation: Number(params['id']) }));
};
export const handle = { i18n: ['chat', 'notices'] };

export default function Conversation() {
  const conversation = Number(useParams()['id']);
  return <ConversationView key={conversation} target={{ conversation }} />;
}
