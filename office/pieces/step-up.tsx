import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Api, isRefusal, stepUp } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { choosePasskey } from '#web/session/passkey.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { IconKey } from '#web/ui/icons.ts';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './office.module.css';

/** Opens a dialog if a call needs a fresh second factor. Mount it once, in the office's frame. */
export function StepUp() {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<((shown: boolean) => void) | null>(null);
  useEffect(() => {
    stepUp.ask = () =>
      new Promise((resolve) => {
        // There is one dialog. A second call that needs it replaces the first, which then fails.
        answer.current?.(false);
        answer.current = resolve;
        setAsking(true);
      });
    return () => {
      stepUp.ask = null;
    };
  }, []);
  const close = (shown: boolean) => {
    setAsking(false);
    answer.current?.(shown);
    answer.current = null;
  };
  return isAsking && <AskFactor onClose={close} />;
}

function AskFactor({ onClose }: { onClose: (shown: boolean) => void }) {
  const { t } = useTranslation('office/frame');
  const { errorText } = useErrorText();
  const api = useApi();
  const field = useRef<HTMLInputElement>(null);
  const code = useMutation({
    mutationFn: (typed: string) => api.call('showCode', { body: { code: typed } }),
    onSuccess: () => onClose(true),
    onError: () => field.current?.select(),
  });
  const passkey = useMutation({
    async mutationFn() {
      const response = await choosePasskey(await api.call('beginPasskeyLogin'));
      return response && api.call('showPasskey', { body: { response } });
    },
    onSuccess: (shown) => shown && onClose(true),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    code.mutate(String(new FormData(event.currentTarget).get('code')) || '0');
  };
  const isWrong = isRefusal(code.error, 'code_invalid');
  const failed = isWrong ? passkey.error : (code.error ?? passkey.error);
  return (
    <Modal open onClose={() => onClose(false)} title={t('step_up.title')} size="s">
      <form className={styles['form']} onSubmit={submit} noValidate>
        <p>{t('step_up.lead')}</p>
        {failed && <Alert tone="error" title={errorText(failed)} />}
        <TextInput
          ref={field}
          label={t('step_up.code')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          error={isWrong ? errorText(code.error) : undefined}
        />
        <Button type="submit" busy={code.isPending}>
          {t('step_up.confirm')}
        </Button>
        <Button
          look="secondary"
          busy={passkey.isPending}
          onClick={() => passkey.mutate()}
          icon={<IconKey size={20} />}
        >
          {t('step_up.passkey')}
        </Button>
      </form>
    </Modal>
  );
}

/** A link to a file that needs a fresh second factor. A plain download link could not ask for it. */
export function FileLink({
  href,
  className,
  children,
}: {
  href: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const api = useApi();
  const { errorText } = useErrorText();
  const open = (event: MouseEvent) => {
    event.preventDefault();
    void isFresh(api).then(
      (fresh) => fresh && window.location.assign(href),
      (error: Error) => toast('error', errorText(error)),
    );
  };
  return (
    <a href={href} download className={className} onClick={open}>
      {children}
    </a>
  );
}

const isFresh = async (api: Api): Promise<boolean> =>
  (await api.call('freshFactor')).fresh || ((await stepUp.ask?.()) ?? false);
