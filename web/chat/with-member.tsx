import { useParams } from 'react-router';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { chatQuery } from './chat-query.ts';
import { ConversationView } from './conversation-view.tsx';

const load: ScreenLoad = ({ ensure, requireUser, params }) => {
  requireUser();
  return ensure(chatQuery({ profile: Number(params['id']) }));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['chat', 'notices'] };

/** /members/{id}/chat: the conversation with a member, which begins with the first message. */
export default function ChatWithMember() {
  const profile = Number(useParams()['id']);
  return <ConversationView key={profile} target={{ profile }} />;
}
