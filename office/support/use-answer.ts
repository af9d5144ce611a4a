import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SupportFile } from '#contract/support/inbox.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useDraft } from '#web/session/draft.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';
import type { HeldKeys } from './use-held-keys.ts';

type Kind = 'answer' | 'close' | 'note';

export type Answer = ReturnType<typeof useAnswer>;

/** The answer or note that is being written to a thread. This browser keeps the draft. */
export function useAnswer(file: SupportFile, keys: HeldKeys, onDone: () => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useDraft(useMember().id, `support-${file.id}`);
  const [isNote, setNote] = useState(false);
  const send = useSend(file, () => {
    setText('');
    setNote(false);
  });
  return {
    field,
    text,
    setText,
    isNote,
    send,
    begin(note: boolean) {
      setNote(note);
      field.current?.focus();
    },
    choose(words: string) {
      setText(text.trim() ? `${text.trimEnd()}\n\n${words}` : words);
      field.current?.focus();
    },
    submit(isClosing: boolean) {
      if (!text.trim() || send.isPending) return;
      // What is typed from here on is for the next thread.
      field.current?.blur();
      const sent = send.mutateAsync({ kind: isNote ? 'note' : isClosing ? 'close' : 'answer', text });
      keys.during(
        file.id,
        sent.then(() => isNote || onDone()),
      );
      sent.catch(() => field.current?.focus());
    },
  };
}

function useSend(file: SupportFile, onSent: () => void) {
  const { t } = useTranslation('office/support');
  const api = useApi();
  const queries = useQueryClient();
  // Idempotency key of this text, so that a repeat after a lost connection stores it once.
  const [client_id, setClientId] = useState(() => crypto.randomUUID());
  const refresh = () =>
    Promise.all(
      (['adminSupport', 'adminSupportThread', 'adminTasks'] as const).map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    );
  const { id, version } = file;
  return useMutation({
    mutationFn: ({ kind, text }: { kind: Kind; text: string }) =>
      kind === 'note'
        ? api.call('noteSupport', { body: { id, client_id, text } })
        : api.call('answerSupport', { body: { id, version, client_id, text, close: kind === 'close' } }),
    onSuccess(_reply, { kind }) {
      setClientId(crypto.randomUUID());
      toast('success', t(kind === 'note' ? 'note_saved' : 'sent'));
      onSent();
    },
    onSettled: refresh,
  });
}
