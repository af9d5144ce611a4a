import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { ageOn, checkDateOfBirth } from '#contract/rules/account-rules.ts';
import type { SignupIntent } from '#web/session/signup-intent.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { IconHeart, IconUser } from '#web/ui/icons.ts';
import { PortraitCard } from '#web/ui/portrait-card.tsx';
import { useDraft } from './draft.ts';
import { someoneQuery } from './people.ts';
import { usePhotoDraft } from './photo-draft.ts';
import type { Step } from './steps.ts';
import styles from './preview.module.css';

/**
 * Beside the form, on wide screens: first the person one writes to with the message as it is typed, then one's own
 * card as it comes together. Decoration: everything on it is asked in the form.
 */
export function Preview({ step, intent }: { step: Step; intent: SignupIntent }) {
  const { draft } = useDraft();
  const { data: someone } = useQuery({ ...someoneQuery(draft.profile ?? intent.profile ?? 0), enabled: (draft.profile ?? intent.profile) !== undefined });
  const writing = step === 'message' && someone;
  return (
    <div className={styles['preview']} aria-hidden="true" inert>
      {writing ? (
        <div className={styles['someone']}>
          <PortraitCard profile={someone} eager sizes="280px" />
          {draft.message.trim() && <p className={styles['bubble']}>{draft.message}</p>}
        </div>
      ) : step === 'message' ? (
        <Nobody />
      ) : (
        <OwnCard />
      )}
    </div>
  );
}

function Nobody() {
  const { t } = useTranslation('signup');
  return (
    <div className={styles['nobody']}>
      <span>
        <IconUser size={56} stroke={1.2} />
      </span>
      <IconHeart size={30} stroke={1.6} />
      <span>
        <IconUser size={56} stroke={1.2} />
      </span>
      <p>{t('preview.begin')}</p>
    </div>
  );
}

function OwnCard() {
  const { t } = useTranslation('signup');
  const { min_age } = useSettings();
  const { draft } = useDraft();
  const user = useUser();
  const photo = usePhotoDraft();
  const today = new Date().toISOString().slice(0, 10);
  const born = draft.date_of_birth;
  const age = user?.profile.age ?? (checkDateOfBirth(born, min_age, today) === null ? ageOn(today, born) : null);
  const name = user?.profile.name ?? (draft.name.trim() || t('preview.name'));
  const place = user ? (user.profile.city ?? user.profile.region) : draft.city || draft.region;
  const src = photo?.preview ?? user?.profile.main_image?.thumb_filename;
  const about = user?.profile.about ?? draft.about;
  return (
    <div className={styles['own']}>
      <div className={styles['card']}>
        {src ? <img src={src} alt="" /> : <IconUser size={84} stroke={1.1} />}
        <div className={styles['text']}>
          <strong>
            {name}
            {age !== null && `, ${age}`}
          </strong>
          <span>{place || t('preview.place')}</span>
        </div>
      </div>
      {about.trim() && <p className={styles['about']}>{about}</p>}
      <p className={styles['caption']}>{t('preview.yours')}</p>
    </div>
  );
}
