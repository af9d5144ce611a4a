import { useParams } from '#web/router/hooks.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { chatQuery, icebreakersQuery } from './chat-query.ts';
import { ConversationView } from './conversation-view.tsx';

export const load: ScreenLoad = async ({ ensure, prefetch, requireUser, params, locale }) => {
  requireUser();
  const profile = Number(params['id']);
  const chat = await ensure(chatQuery({ profile }));
  // Opening lines that load later would push the page up.
  if (chat.messages.length === 0) await prefetch(icebreakersQuery(profile, locale));
};
export const handle = { i18n: ['chat', 'notices'] };

export default function ChatWithMember() {
  const profile = Number(useParams()['id']);
  return <ConversationView key={profile} target={{ profile }} />;
}
