import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { joinNames } from '#contract/membership/couples.ts';
import { agesOf } from '#contract/membership/name-and-age.ts';
import { ageOn, checkDateOfBirth } from '#contract/rules/account-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { SignupIntent } from '#web/session/signup-intent.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { IconHeart, IconUser } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { useDraft } from './draft.ts';
import { someoneQuery } from './people.ts';
import { usePhotoDraft } from './photo-draft.ts';
import type { Step } from './steps.ts';
import styles from './preview.module.css';

// Most visitors begin without a recipient.
const PortraitCard = lazyPart(async () => ({
  default: (await import('#web/ui/portrait/portrait-card.tsx')).PortraitCard,
}));

/**
 * Preview beside the form on wide screens: first the recipient with the message being typed, then the
 * visitor's own card as it fills. It is hidden from screen readers, because the form has the same content.
 */
export function Preview({ step, intent }: { step: Step; intent: SignupIntent }) {
  const { draft } = useDraft();
  const { data: someone } = useQuery({
    ...someoneQuery(draft.profile ?? intent.profile ?? 0),
    enabled: (draft.profile ?? intent.profile) !== undefined,
  });
  const writing = step === 'message' && someone;
  return (
    <div className={styles['preview']} aria-hidden="true" inert>
      {writing ? (
        <div className={styles['someone']}>
          <Suspense>
            <PortraitCard profile={someone} eager sizes="280px" />
          </Suspense>
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
  const { name, ages, place, about, src } = useOwnFacts();
  return (
    <div className={styles['own']}>
      <div className={styles['card']}>
        {src ? <img src={src} alt="" /> : <IconUser size={84} stroke={1.1} />}
        <div className={styles['text']}>
          <strong>
            {name || t('preview.name')}
            {ages && `, ${ages}`}
          </strong>
          <span>{place || t('preview.place')}</span>
        </div>
      </div>
      {about.trim() && <p className={styles['about']}>{about}</p>}
      <p className={styles['caption']}>{t('preview.yours')}</p>
    </div>
  );
}

interface OwnFacts {
  name: string;
  ages: string | null;
  place: string | null;
  about: string;
  src: string | null | undefined;
}

function useOwnFacts(): OwnFacts {
  const { min_age } = useSettings();
  const { draft } = useDraft();
  const user = useUser();
  const preview = usePhotoDraft()?.preview;
  if (user) {
    const { name, city, region, about, main_image } = user.profile;
    return {
      name,
      ages: agesOf(user.profile),
      place: city ?? region,
      about: about ?? draft.about,
      src: preview ?? main_image?.thumb_filename,
    };
  }
  const today = new Date().toISOString().slice(0, 10);
  const { gender, name, partner_name: second } = draft;
  const isCouple = gender === 'couple';
  const ageOf = (born: string) =>
    checkDateOfBirth(born, min_age, today) === null ? ageOn(today, born) : null;
  const partner_age = isCouple ? ageOf(draft.partner_date_of_birth) : null;
  return {
    name: isCouple && second.trim() ? joinNames(name.trim(), second.trim()) : name.trim(),
    ages: agesOf({ age: ageOf(draft.date_of_birth), partner_age: partner_age ?? undefined }),
    place: draft.city || draft.region,
    about: draft.about,
    src: preview,
  };
}
