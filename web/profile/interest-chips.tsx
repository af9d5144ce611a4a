import { useState } from 'react';
import { type Interest, interests } from '#contract/profile-fields.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import styles from './my-profile.module.css';

const FIRST = 18;

export function InterestChips({
  value,
  onChange,
}: {
  value: Interest[];
  onChange: (interests: Interest[]) => void;
}) {
  const { t } = useTranslation(['my_profile', 'profile']);
  const [all, setAll] = useState(false);
  // The order stays fixed while choosing, so that chips do not jump away under the finger.
  const [ordered] = useState(() => [
    ...value,
    ...everyday.filter((interest) => !value.includes(interest)),
    ...interests.filter((interest) => !value.includes(interest) && !everyday.includes(interest)),
  ]);
  const shown = all ? ordered : ordered.slice(0, Math.max(FIRST, value.length));
  const toggle = (interest: Interest) =>
    onChange(
      value.includes(interest)
        ? value.filter((other) => other !== interest)
        : interests.filter((one) => one === interest || value.includes(one)),
    );
  return (
    <div role="group" aria-label={t('profile:field.interests')}>
      <div className={styles['chips']}>
        {shown.map((interest) => (
          <Chip key={interest} chosen={value.includes(interest)} onClick={() => toggle(interest)}>
            {t(`profile:interests.${interest}`)}
          </Chip>
        ))}
      </div>
      {!all && (
        <Button look="quiet" size="s" onClick={() => setAll(true)}>
          {t('all_interests')}
        </Button>
      )}
    </div>
  );
}

/** Everyday interests come before intimate ones, which not everyone wants to read first. */
const everyday: Interest[] = [
  'relationship',
  'kissing',
  'hugging',
  'massages',
  'travelling',
  'music',
  'movies',
  'cooking',
  'foodie',
  'hiking',
  'biking',
  'reading',
  'animals',
  'beach',
  'dancing',
  'sports',
  'wine',
  'coffee',
];
