import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { RecoveryCodes } from '#web/login/recovery-codes.tsx';
import { SetUpApp } from '#web/login/set-up-app.tsx';
import { addPasskey } from '#web/session/add-passkey.ts';
import { callQuery } from '#web/session/query-client.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { IconKey } from '#web/ui/icons.ts';
import { Card } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { AskPassword } from './ask-password.tsx';
import section from '../section.module.css';
import styles from './security.module.css';

type Step =
  | { act: 'add_passkey' }
  | { act: 'remove_passkey'; id: string }
  | { act: 'app' }
  | { act: 'remove_app' }
  | { act: 'codes' };

export function SecondStep() {
  const { t } = useTranslation('security');
  const { day } = useFormats();
  const { data } = useQuery(callQuery('security'));
  const { step, setStep, run, app, setApp, codes, setCodes } = useSecurityStep();
  return (
    <Card>
      <h2>{t('title')}</h2>
      <p className={section['lead']}>{t('lead')}</p>
      {!data ? (
        <Skeleton height={120} />
      ) : (
        <>
          <h3 className={styles['part']}>{t('passkeys.title')}</h3>
          {data.passkeys.length > 0 && (
            <ul className={styles['list']}>
              {data.passkeys.map((passkey) => (
                <li key={passkey.id}>
                  <IconKey size={20} aria-hidden="true" />
                  <span>
                    {passkey.name}
                    <small>
                      {passkey.last_used_at ? t('used', { day: day(passkey.last_used_at) }) : t('never_used')}
                    </small>
                  </span>
                  <Button
                    look="quiet"
                    size="s"
                    onClick={() => setStep({ act: 'remove_passkey', id: passkey.id })}
                  >
                    {t('remove')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <p className={styles['note']}>{t('passkeys.text')}</p>
          <div>
            <Button look="secondary" onClick={() => setStep({ act: 'add_passkey' })}>
              {t('passkeys.add')}
            </Button>
          </div>
          <h3 className={styles['part']}>{t('app.title')}</h3>
          <p className={styles['note']}>{t(data.totp ? 'app.on' : 'app.text')}</p>
          <div>
            <Button look="secondary" onClick={() => setStep({ act: data.totp ? 'remove_app' : 'app' })}>
              {t(data.totp ? 'app.remove' : 'app.set_up')}
            </Button>
          </div>
          {(data.totp || data.passkeys.length > 0) && (
            <>
              <h3 className={styles['part']}>{t('codes.title')}</h3>
              <p className={styles['note']}>{t('codes.left', { count: data.recovery_codes_left })}</p>
              <div>
                <Button look="secondary" onClick={() => setStep({ act: 'codes' })}>
                  {t('codes.new')}
                </Button>
              </div>
            </>
          )}
        </>
      )}
      <AskPassword
        title={step && t(`ask.${step.act}`)}
        busy={run.isPending}
        error={run.error}
        onPassword={(password) => step && run.mutate({ step, password })}
        onClose={() => (setStep(null), run.reset())}
      />
      <SetUpApp app={app} onDone={(fresh) => (setApp(null), setCodes(fresh))} onClose={() => setApp(null)} />
      <RecoveryCodes codes={codes} onClose={() => setCodes([])} />
    </Card>
  );
}

function useSecurityStep() {
  const { t } = useTranslation('security');
  const api = useApi();
  const queries = useQueryClient();
  const [step, setStep] = useState<Step | null>(null);
  const [app, setApp] = useState<CallReply<'beginTotp'> | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const renew = () => queries.invalidateQueries({ queryKey: ['security'] });

  async function runAddPasskey(password: string) {
    const fresh = await addPasskey(api, password);
    setStep(null);
    if (fresh === 'unconfirmed') return void toast('error', t('passkeys.unconfirmed'));
    if (!fresh) return;
    toast('success', t('passkeys.added'));
    setCodes(fresh);
  }

  const run = useMutation({
    async mutationFn({ step: asked, password }: { step: Step; password: string }) {
      if (asked.act === 'add_passkey') await runAddPasskey(password);
      else if (asked.act === 'remove_passkey')
        await api.call('removePasskey', { body: { id: asked.id, password } });
      else if (asked.act === 'app') setApp(await api.call('beginTotp', { body: { password } }));
      else if (asked.act === 'remove_app') await api.call('removeTotp', { body: { password } });
      else setCodes((await api.call('newRecoveryCodes', { body: { password } })).recovery_codes);
      setStep(null);
      await renew();
    },
  });
  const keepCodes = (fresh: string[]) => {
    setCodes(fresh);
    void renew();
  };
  return { step, setStep, run, app, setApp, codes, setCodes: keepCodes };
}
