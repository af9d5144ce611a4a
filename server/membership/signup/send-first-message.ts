import { randomUUID } from 'node:crypto';
import { sendMessage } from '../../chat/index.ts';
import type { App } from '../../platform/app.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { SignupForm } from './signup-rules.ts';

/**
 * Sends the message that a visitor wrote before the signup. It follows once the browser is noted, so that the message of an account
 * that is held because of it is dropped. A failing message must not undo the signup: it is also dropped if the recipient has left
 * or blocked the sender in the meantime.
 */
export async function sendFirstMessage(
  app: App,
  memberId: number,
  { signup_message: message }: SignupForm,
  host: string,
): Promise<void> {
  if (!message || message.text.trim() === '') return;
  try {
    await sendMessage(
      app,
      memberId,
      // The message is sent after signup, so its sender cannot be asked to confirm it.
      {
        profile: message.profile,
        text: message.text.trim(),
        client_id: randomUUID(),
        words_confirmed: true,
      },
      host,
    );
  } catch (error) {
    if (error instanceof Refusal) app.log.info({ code: error.code }, 'signup message failed');
    else app.log.error({ err: error }, 'signup message failed');
  }
}
