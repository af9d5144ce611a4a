import type { Chat } from '#contract/chat/conversations.ts';
import ConfirmIntimate from '#web/chat/covered/confirm-intimate.tsx';
import type { UnsentMessage } from '#web/session/unsent-db.ts';
import { ConfirmWords } from './confirm-words.tsx';
import { Acknowledge } from './refusal.tsx';

export type QuestionCode = 'fictional_ack_required' | 'intimate_unconfirmed' | 'words_unconfirmed';

interface QuestionProps {
  code: QuestionCode;
  chat: Chat;
  message: UnsentMessage;
  /** Puts the message back into the composer. */
  onChange: (message: UnsentMessage) => void;
}

/** What the sender has to confirm before a message goes out. */
export default function Question({ code, chat, message, onChange }: QuestionProps) {
  if (code === 'words_unconfirmed')
    return <ConfirmWords name={chat.profile.name} message={message} onChange={onChange} />;
  const asked = { chat, clientId: message.client_id };
  return code === 'fictional_ack_required' ? <Acknowledge {...asked} /> : <ConfirmIntimate {...asked} />;
}
