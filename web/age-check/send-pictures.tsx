import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AgeCheck } from '#contract/age-checks/calls.ts';
import { agePictures, type AgePicture } from '#contract/age-checks/lists.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconCamera, IconCircleCheck } from '#web/ui/icons.ts';
import { Card } from '#web/ui/page.tsx';
import styles from './age-check.module.css';

type Chosen = Partial<Record<AgePicture, { file: File; address: string }>>;

interface Props {
  check: AgeCheck;
  onState: (state: AgeCheck) => void;
}

/** The two pictures for the office, which are sent one after the other. A picture that has arrived is not sent again. */
export function SendPictures({ check, onState }: Props) {
  const { t } = useTranslation('age_check');
  const { day, time } = useFormats();
  const { errorText } = useErrorText();
  const api = useApi();
  const [chosen, setChosen] = useState<Chosen>({});
  const send = useMutation({
    async mutationFn() {
      let state = check;
      for (const part of agePictures) {
        const picture = chosen[part];
        if (!picture) continue;
        const body = new FormData();
        body.set('part', part);
        body.set('file', picture.file);
        state = await api.call('sendAgePicture', { body });
        setChosen((now) => ({ ...now, [part]: undefined }));
        onState(state);
      }
      return state;
    },
  });
  const isComplete = agePictures.every((part) => chosen[part] || check.sent.includes(part));
  return (
    <div className={styles['form']}>
      <div>
        <h2 className={styles['step']}>{t('pictures.title')}</h2>
        {check.due_at && (
          <p className={styles['quiet']}>
            {t('pictures.until', { when: `${day(check.due_at)}, ${time(check.due_at)}` })}
          </p>
        )}
      </div>
      {check.appeal === 'open' && <Alert>{t('appeal.open')}</Alert>}
      {agePictures.map((part) => (
        <PictureField
          key={part}
          part={part}
          address={chosen[part]?.address}
          isThere={check.sent.includes(part)}
          onChoose={(file) =>
            setChosen((now) => ({ ...now, [part]: { file, address: URL.createObjectURL(file) } }))
          }
        />
      ))}
      {send.error && <Alert tone="error" title={errorText(send.error)} />}
      <Button size="l" busy={send.isPending} disabled={!isComplete} onClick={() => send.mutate()}>
        {t('pictures.send')}
      </Button>
    </div>
  );
}

interface FieldProps {
  part: AgePicture;
  address: string | undefined;
  isThere: boolean;
  onChoose: (file: File) => void;
}

function PictureField({ part, address, isThere, onChoose }: FieldProps) {
  const { t } = useTranslation('age_check');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return (
    <Card title={t(`pictures.${part}.title`)}>
      <div className={styles['form']}>
        <p>{t(`pictures.${part}.text`)}</p>
        {address && <img className={styles['preview']} src={address} alt={t(`pictures.${part}.preview`)} />}
        {isThere && !address && (
          <p className={styles['there']}>
            <IconCircleCheck size={20} aria-hidden="true" /> {t('pictures.there')}
          </p>
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          capture={part === 'selfie' ? 'user' : 'environment'}
          aria-label={t(`pictures.${part}.title`)}
          hidden
          onChange={({ target }) => {
            const [picture] = target.files ?? [];
            if (picture) onChoose(picture);
            target.value = '';
          }}
        />
        <Button
          look="secondary"
          icon={<IconCamera size={22} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t(address || isThere ? 'pictures.change' : `pictures.${part}.choose`)}
        </Button>
      </div>
    </Card>
  );
}
