import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import { livenessNames } from '#contract/photos/liveness-lists.ts';
import type { WaitingVerification } from '#contract/photos/verification.ts';
import { verificationReasons, type RefusalOfSelfie } from '#contract/rules/verification-rules.ts';
import { useReasonKeys } from '#office/moderation/refusal-reasons.tsx';
import {
  AlreadyDecided,
  ApproveOrRefuse,
  KeysHint,
  NothingWaits,
  ReviewPage,
} from '#office/moderation/review-queue.tsx';
import { useReviewKeys, useReviewQueue } from '#office/moderation/use-review-queue.ts';
import { May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { PosePicture } from '#web/drawings/pose-picture.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import columns from '#office/moderation/picture-review-columns.module.css';
import styles from './verifications.module.css';

const queue = { ...callQuery('adminVerifications'), refetchInterval: 30_000 };

export const load = officeLoad(queue);
export const handle = { i18n: ['office/moderation', 'office/photos', 'verification', 'errors'] };

export default function Verifications() {
  const { t } = useTranslation('office/photos');
  const { data } = useQuery(queue);
  const review = useReviewQueue('decideVerification', {
    queue: 'adminVerifications',
    list: 'verifications',
    items: data?.verifications ?? [],
    said: ({ verified }) => t(verified ? 'verifications.verified' : 'verifications.refused'),
  });
  const { item: waiting, isGone, place, go, refusing, setRefusing, settle } = review;
  const verify = () => settle((id) => ({ id, verified: true }));
  const refuse = (reason: RefusalOfSelfie) => settle((id) => ({ id, verified: false, reason }));
  useReviewKeys(review, { a: verify });
  return (
    <ReviewPage
      title={t('verifications.title')}
      waiting={t('verifications.waiting', { count: data?.waiting ?? 0 })}
    >
      {waiting ? (
        <div className={columns['review']}>
          <figure className={columns['picture']}>
            <img src={waiting.selfie} alt={t('verifications.selfie_of', { name: waiting.member.name })} />
          </figure>
          <section className={styles['photos']} aria-label={t('verifications.photos')}>
            {waiting.photos.map((photo, n) => (
              <img key={photo} src={photo} alt={t('verifications.photo', { number: n + 1 })} />
            ))}
          </section>
          <aside className={columns['side']}>
            <Facts selfie={waiting} />
            {isGone ? (
              <AlreadyDecided onNext={() => go(place)} />
            ) : refusing ? (
              <Reasons onChoose={refuse} onBack={() => setRefusing(false)} />
            ) : (
              <Decisions onVerify={verify} onRefuse={() => setRefusing(true)} />
            )}
            <KeysHint text={t('verifications.keys')} />
          </aside>
        </div>
      ) : (
        <NothingWaits
          waiting={data?.waiting ?? 0}
          title={t('verifications.none')}
          text={t('verifications.none_text')}
        />
      )}
    </ReviewPage>
  );
}

function Facts({ selfie: { member, sent_at, live, intimate, pose } }: { selfie: WaitingVerification }) {
  const { t } = useTranslation(['office/photos', 'verification']);
  const { date } = useFormats();
  return (
    <>
      <h2>{nameAndAge(member)}</h2>
      <p>{t('verifications.sent', { when: date(sent_at) })}</p>
      {live && (
        <p>{t('verifications.live', { provider: livenessNames[live.provider], when: date(live.at) })}</p>
      )}
      {intimate && <p>{t('verifications.intimate')}</p>}
      <div className={styles['asked']}>
        <PosePicture pose={pose} />
        <p>{t(`verification:poses.${pose}`)}</p>
      </div>
    </>
  );
}

function Decisions({ onVerify, onRefuse }: { onVerify: () => void; onRefuse: () => void }) {
  const { t } = useTranslation('office/photos');
  return (
    <May call="decideVerification">
      <ApproveOrRefuse
        approveText={t('verifications.verify')}
        refuseText={t('verifications.refuse')}
        onApprove={onVerify}
        onRefuse={onRefuse}
      />
    </May>
  );
}

function Reasons({ onChoose, onBack }: { onChoose: (reason: RefusalOfSelfie) => void; onBack: () => void }) {
  const { t } = useTranslation(['office/photos', 'office/frame']);
  useReasonKeys({ reasons: verificationReasons, onChoose, onBack });
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div ref={list} className={styles['reasons']} role="group" aria-label={t('verifications.why')}>
      <strong>{t('verifications.why')}</strong>
      {verificationReasons.map((reason, n) => (
        <Button
          key={reason}
          look="secondary"
          aria-keyshortcuts={String(n + 1)}
          onClick={() => onChoose(reason)}
        >
          <kbd>{n + 1}</kbd> {t(`verifications.reasons.${reason}`)}
        </Button>
      ))}
      <Button look="quiet" onClick={onBack}>
        {t('office/frame:cancel')} <kbd>Esc</kbd>
      </Button>
    </div>
  );
}
