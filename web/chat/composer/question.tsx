import type { Chat } from '#contract/chat/conversations.ts';
import ConfirmIntimate from '#web/chat/covered/confirm-intimate.tsx';
import type { UnsentMessage } from '#web/session/unsent-db.ts';
import { ConfirmWords } from './confirm-words.tsx';
import { Acknowledge } from './refusal.tsx';
import type { Composed } from './take-back.ts';

export type QuestionCode = 'fictional_ack_required' | 'intimate_unconfirmed' | 'words_unconfirmed';

interface QuestionProps {
  code: QuestionCode;
  chat: Chat;
  message: UnsentMessage;
  composed: Composed;
}

/** What the sender has to confirm before a message goes out. */
export default function Question({ code, chat, message, composed }: QuestionProps) {
  if (code === 'words_unconfirmed')
    return <ConfirmWords name={chat.profile.name} message={message} composed={composed} />;
  const asked = { chat, clientId: message.client_id };
  return code === 'fictional_ack_required' ? <Acknowledge {...asked} /> : <ConfirmIntimate {...asked} />;
}
