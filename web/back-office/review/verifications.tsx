import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { verificationReasons, type RefusalOfSelfie } from '#contract/rules/verification-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callQuery } from '#web/session/query-client.ts';
import { officeLoad } from '#web/back-office/office-load.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCheck, IconCircleCheck, IconX } from '#web/ui/icons.ts';
import { nameAndAge } from '#web/ui/name-and-age.ts';
import { PosePicture } from '#web/verification/pose-picture.tsx';
import { KeysHint, ReviewPage } from './review-desk.tsx';
import { useQueueDecision } from './use-queue-decision.ts';
import { useKeys } from './use-keys.ts';
import styles from './verifications.module.css';

const queue = { ...callQuery('adminVerifications'), refetchInterval: 30_000 };

const load = officeLoad(queue);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office', 'back_office_people', 'verification', 'errors'] };

/** /admin/verifications: a selfie beside the pose that was asked for and the profile's photos. */
export default function Verifications() {
  const { t } = useTranslation(['back_office_people', 'verification']);
  const { date } = useFormats();
  const { data } = useQuery(queue);
  const [refusing, setRefusing] = useState(false);
  const decide = useQueueDecision('decideVerification', {
    queue: 'adminVerifications',
    list: 'verifications',
    said: ({ verified }) => t(verified ? 'verifications.verified' : 'verifications.refused'),
  });
  const waiting = data?.verifications[0];
  const verify = () => waiting && decide.mutate({ id: waiting.id, verified: true });
  const refuse = (reason: RefusalOfSelfie) => {
    setRefusing(false);
    if (waiting) decide.mutate({ id: waiting.id, verified: false, reason });
  };
  useKeys((key) => {
    if (refusing) {
      const reason = verificationReasons[Number(key) - 1];
      if (reason) refuse(reason);
      else if (key === 'Escape') setRefusing(false);
    } else if (key === 'a') verify();
    else if (key === 'r') setRefusing(true);
  });
  return (
    <ReviewPage title={t('verifications.title')} waiting={t('verifications.waiting', { count: data?.waiting ?? 0 })}>
      {waiting ? (
        <div className={styles['desk']}>
          <figure className={styles['selfie']}>
            <img src={waiting.selfie} alt={t('verifications.selfie_of', { name: waiting.member.name })} />
          </figure>
          <section className={styles['photos']} aria-label={t('verifications.photos')}>
            {waiting.photos.map((photo, n) => (
              <img key={photo} src={photo} alt={t('verifications.photo', { number: n + 1 })} />
            ))}
          </section>
          <aside className={styles['side']}>
            <h2>{nameAndAge(waiting.member)}</h2>
            <p>{t('verifications.sent', { when: date(waiting.sent_at) })}</p>
            <div className={styles['asked']}>
              <PosePicture pose={waiting.pose} />
              <p>{t(`poses.${waiting.pose}`, { ns: 'verification' })}</p>
            </div>
            {refusing ? (
              <Reasons onChoose={refuse} onBack={() => setRefusing(false)} />
            ) : (
              <div className={styles['buttons']}>
                <Button size="l" icon={<IconCheck size={22} aria-hidden="true" />} aria-keyshortcuts="a" onClick={verify}>
                  {t('verifications.verify')} <kbd>A</kbd>
                </Button>
                <Button size="l" look="danger" icon={<IconX size={22} aria-hidden="true" />} aria-keyshortcuts="r" onClick={() => setRefusing(true)}>
                  {t('verifications.refuse')} <kbd>R</kbd>
                </Button>
              </div>
            )}
            <KeysHint text={t('verifications.keys')} />
          </aside>
        </div>
      ) : (
        <EmptyState icon={<IconCircleCheck size={44} />} title={t('verifications.none')} text={t('verifications.none_text')} />
      )}
    </ReviewPage>
  );
}

function Reasons({ onChoose, onBack }: { onChoose: (reason: RefusalOfSelfie) => void; onBack: () => void }) {
  const { t } = useTranslation(['back_office_people', 'verification', 'back_office']);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div ref={list} className={styles['reasons']} role="group" aria-label={t('verifications.why')}>
      <strong>{t('verifications.why')}</strong>
      {verificationReasons.map((reason, n) => (
        <Button key={reason} look="secondary" aria-keyshortcuts={String(n + 1)} onClick={() => onChoose(reason)}>
          <kbd>{n + 1}</kbd> {t(`verifications.reasons.${reason}`)}
        </Button>
      ))}
      <Button look="quiet" onClick={onBack}>
        {t('cancel', { ns: 'back_office' })} <kbd>Esc</kbd>
      </Button>
    </div>
  );
}
