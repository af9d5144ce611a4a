import { useParams } from 'react-router';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { chatQuery, icebreakersQuery } from './chat-query.ts';
import { ConversationView } from './conversation-view.tsx';

const load: ScreenLoad = async ({ ensure, prefetch, requireUser, params, locale }) => {
  requireUser();
  const profile = Number(params['id']);
  const chat = await ensure(chatQuery({ profile }));
  // Filled in later, the lines would push up what stands above them.
  if (chat.messages.length === 0) await prefetch(icebreakersQuery(profile, locale));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['chat', 'notices'] };

/** /members/{id}/chat: the conversation with a member, which begins with the first message. */
export default function ChatWithMember() {
  const profile = Number(useParams()['id']);
  return <ConversationView key={profile} target={{ profile }} />;
}
