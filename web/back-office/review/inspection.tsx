import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { CallReply } from '#contract/calls.ts';
import { AboutPicture, ApproveOrRefuse, PictureDesk, ReviewPage } from '#web/back-office/review/review-desk.tsx';
import { useQueueDecision } from './use-queue-decision.ts';
import { useKeys } from '#web/back-office/review/use-keys.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callQuery } from '#web/session/query-client.ts';
import { officeLoad } from '#web/back-office/office-load.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconAlert, IconCircleCheck, IconLock } from '#web/ui/icons.ts';
import { KindLabel } from '#web/ui/portrait-card.tsx';
import { nameAndAge } from '../../ui/name-and-age.ts';
import styles from './inspection.module.css';

type Queue = CallReply<'adminPhotos'>;
type Waiting = Queue['photos'][number];

/** Why a photo is refused, in the order of the keys 1 to 8. */
const reasons = ['not_a_person', 'more_people', 'contact_details', 'explicit', 'minor', 'quality', 'not_own', 'other'] as const;
type Reason = (typeof reasons)[number];

const REFRESH_MS = 15_000;
const queue = { ...callQuery('adminPhotos'), refetchInterval: REFRESH_MS };

const load = officeLoad(queue);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office_photos', 'photos', 'back_office_people', 'back_office_reports', 'errors'] };

/** /admin/photos: the inspection queue, made for the keyboard. A decision shows at once and the next photo is there. */
export default function Inspection() {
  const { t } = useTranslation(['back_office_photos', 'back_office_people']);
  const { data } = useQuery(queue);
  const decide = useQueueDecision('decidePhoto', {
    queue: 'adminPhotos',
    list: 'photos',
    said: ({ approve, private: hidden }) => (hidden ? t('photos.hidden', { ns: 'back_office_people' }) : t(approve ? 'inspect.approved' : 'inspect.refused')),
  });
  const [at, setAt] = useState(0);
  const [refusing, setRefusing] = useState(false);
  const photos = data?.photos ?? [];
  const place = Math.min(at, Math.max(0, photos.length - 1));
  const photo = photos[place];

  const go = (to: number) => {
    setRefusing(false);
    setAt(Math.max(0, Math.min(photos.length - 1, to)));
  };
  const approve = () => photo && decide.mutate({ id: photo.id, approve: true });
  const hide = () => photo && !photo.private && decide.mutate({ id: photo.id, approve: true, private: true });
  const refuse = (reason: Reason) => {
    setRefusing(false);
    if (photo) decide.mutate({ id: photo.id, approve: false, reason });
  };
  useKeys((key) => {
    if (refusing) {
      const reason = reasons[Number(key) - 1];
      if (reason) refuse(reason);
      else if (key === 'Escape') setRefusing(false);
      return;
    }
    if (key === 'a') approve();
    else if (key === 'p') hide();
    else if (key === 'r') setRefusing(true);
    else if (key === 'ArrowRight') go(place + 1);
    else if (key === 'ArrowLeft') go(place - 1);
  });

  return (
    <ReviewPage title={t('inspect.title')} waiting={t('inspect.waiting', { count: data?.waiting ?? 0 })}>
      {photo ? (
        <>
          <PictureDesk
            src={photo.filename}
            alt={t('inspect.photo_of', { name: photo.member.name, age: photo.member.age })}
            place={place}
            count={photos.length}
            onGo={go}
            keys={t('photos.keys', { ns: 'back_office_people' })}
          >
            <About photo={photo} />
            {refusing ? (
              <Reasons onChoose={refuse} onBack={() => setRefusing(false)} />
            ) : (
              <>
                <ApproveOrRefuse onApprove={approve} onRefuse={() => setRefusing(true)} />
                {!photo.private && (
                  <Button look="secondary" icon={<IconLock size={20} aria-hidden="true" />} aria-keyshortcuts="p" onClick={hide}>
                    {t('photos.private', { ns: 'back_office_people' })} <kbd>P</kbd>
                  </Button>
                )}
              </>
            )}
          </PictureDesk>
          <Preload photos={photos.slice(place + 1, place + 4)} />
        </>
      ) : (
        <EmptyState icon={<IconCircleCheck size={44} />} title={t('inspect.done_title')} text={t('inspect.done_text')} />
      )}
    </ReviewPage>
  );
}

function About({ photo }: { photo: Waiting }) {
  const { t } = useTranslation(['back_office_photos', 'back_office_people']);
  const { date } = useFormats();
  const { member } = photo;
  return (
    <AboutPicture title={nameAndAge(member)}>
      <p>{[member.city, member.region, member.country].filter(Boolean).join(', ')}</p>
      <p>{t('inspect.sent', { when: date(photo.created_at) })}</p>
      <div className={styles['tags']}>
        <KindLabel profile={member} plain />
        {photo.private ? (
          <Tag tone="gold" icon={<IconLock size={14} aria-hidden="true" />}>
            {t('inspect.private')}
          </Tag>
        ) : (
          <Tag>{t('inspect.public')}</Tag>
        )}
        {photo.flags.map((flag) => (
          <Tag key={flag} tone="gold" icon={<IconAlert size={14} aria-hidden="true" />}>
            {t(`photos.flags.${flag}`, { ns: 'back_office_people' })}
          </Tag>
        ))}
      </div>
    </AboutPicture>
  );
}

function Reasons({ onChoose, onBack }: { onChoose: (reason: Reason) => void; onBack: () => void }) {
  const { t } = useTranslation(['back_office_photos', 'photos', 'common']);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div ref={list} className={styles['reasons']} role="group" aria-label={t('inspect.why')}>
      <strong>{t('inspect.why')}</strong>
      {reasons.map((reason, i) => (
        <button key={reason} type="button" aria-keyshortcuts={String(i + 1)} onClick={() => onChoose(reason)}>
          <kbd>{i + 1}</kbd> {t(`reasons.${reason}`, { ns: 'photos' })}
        </button>
      ))}
      <Button look="quiet" onClick={onBack}>
        {t('cancel', { ns: 'common' })} <kbd>Esc</kbd>
      </Button>
    </div>
  );
}

/** The next photos are fetched while this one is looked at. */
const Preload = ({ photos }: { photos: Waiting[] }) => (
  <div hidden>
    {photos.map((photo) => (
      <img key={photo.id} src={photo.filename} alt="" />
    ))}
  </div>
);
