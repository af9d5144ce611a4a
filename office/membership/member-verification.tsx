import { useState } from 'react';
import type { OfficeFile } from '#contract/office/members.ts';
import { REASON_LENGTH } from '#contract/rules/measure-rules.ts';
import { May } from '#office/pieces/may.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import styles from '#office/pieces/office.module.css';

/** Whether the member must be verified before writing to somebody new, why, and the act that asks for it. */
export function MemberVerification({ file }: { file: OfficeFile }) {
  const { t } = useTranslation('office/membership');
  const { date } = useFormats();
  const { why, signals, stored, words, asked_by, asked_at } = file.verification;
  if (!file.profile || (file.profile.verified && signals.length === 0)) return null;
  return (
    <Card title={t('verification.title')}>
      <div className={styles['form']}>
        {!file.profile.verified && (
          <p>{why ? t(`verification.why.${why}`, { name: asked_by ?? '–' }) : t('verification.off')}</p>
        )}
        {words && <p className={styles['words']}>{words}</p>}
        {asked_at && <small className={styles['quiet']}>{date(asked_at)}</small>}
        {signals.length > 0 && (
          <div>
            <strong>{t('verification.signals_title')}</strong>
            <ul>
              {signals.map((signal) => (
                <li key={signal}>{t(`verification.signals.${signal}`)}</li>
              ))}
            </ul>
          </div>
        )}
        {!file.profile.verified && (
          <May call="askForVerification">
            {stored ? <TakeBack member={file.member.id} /> : <Ask member={file.member.id} />}
          </May>
        )}
      </div>
    </Card>
  );
}

function Ask({ member }: { member: number }) {
  const { t } = useTranslation('office/membership');
  const [words, setWords] = useState('');
  const { mutate, isPending } = useAct('askForVerification', {
    done: t('verification.asked'),
    refresh: ['adminMember'],
  });
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ member, words });
      }}
    >
      <Textarea
        label={t('verification.words')}
        hint={t('verification.words_hint')}
        required
        maxLength={REASON_LENGTH}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Button type="submit" look="secondary" busy={isPending}>
        {t('verification.ask')}
      </Button>
    </form>
  );
}

function TakeBack({ member }: { member: number }) {
  const { t } = useTranslation('office/membership');
  const { mutate, isPending } = useAct('withdrawVerificationDemand', {
    done: t('verification.undone'),
    refresh: ['adminMember'],
  });
  return (
    <Button look="secondary" busy={isPending} onClick={() => mutate({ member })}>
      {t('verification.undo')}
    </Button>
  );
}
