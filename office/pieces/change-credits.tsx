import { type FormEvent, useState } from 'react';
import type { CallName, CallReply } from '#contract/calls.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { useAct } from './use-act.ts';

interface Props {
  member: number;
  className: string | undefined;
  hint?: string;
  size?: 's';
  done: string | ((reply: CallReply<'changeCredits'>) => string);
  refresh: CallName;
}

/** Adds or takes credits of a member. Above the site's limit the change waits for a second operator. */
export function ChangeCredits({ member, className, hint, size, done, refresh }: Props) {
  const { t } = useTranslation('office/membership');
  const [credits, setCredits] = useState('');
  const [reason, setReason] = useState('');
  // Idempotency key, so that submitting the same change twice books it once.
  const [id, setId] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = useAct('changeCredits', { done, refresh: [refresh] });
  const clear = () => {
    setCredits('');
    setReason('');
    setId(crypto.randomUUID());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ id, member, credits: Number(credits), reason }, { onSuccess: clear });
  };
  return (
    <form className={className} onSubmit={submit}>
      <TextInput
        label={t('credits.number')}
        hint={hint}
        type="number"
        step={1}
        required
        value={credits}
        onChange={({ target }) => setCredits(target.value)}
      />
      <TextInput
        label={t('credits.reason')}
        required
        maxLength={2000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit" size={size} look="secondary" busy={isPending}>
        {t('credits.change')}
      </Button>
    </form>
  );
}
