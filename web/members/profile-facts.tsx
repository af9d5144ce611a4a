import { factFields, type DetailField, type FactField, type Interest } from '#contract/profile-fields.ts';
import type { ShownProfile } from '#contract/profiles.ts';
import { useFactWords } from '#web/i18n/fact-words.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconEyeOff, IconHeartFilled } from '#web/ui/icons.ts';
import { ProfileAnswer } from './profile-answer.tsx';
import styles from './profile-facts.module.css';

interface ProfileFactsProps {
  member: ShownProfile;
  own: boolean;
  mine: readonly Interest[];
  notes: readonly string[];
  hidden: readonly DetailField[];
  /** The answers have a button to write about them. */
  replies?: boolean;
}

export function ProfileFacts({ member, own, mine, notes, hidden, replies = false }: ProfileFactsProps) {
  const { t } = useTranslation(['members', 'profile']);
  const [first, second, third] = member.prompts;
  return (
    <>
      <Intention member={member} hidden={hidden} />
      {notes.includes('about') && (
        <section className={styles['about']}>
          <h2>
            {own ? t('profile.about_own') : t('profile.about', { name: member.name })}
            <OnlyYou field="about" hidden={hidden} />
          </h2>
          {member.about ? (
            <p className={styles['words']}>{member.about}</p>
          ) : (
            !own && <p className={styles['nothing']}>{t('profile.about_empty', { name: member.name })}</p>
          )}
        </section>
      )}
      <ProfileAnswer answer={first} member={member} replies={replies} />
      <Facts member={member} hidden={hidden} />
      <ProfileAnswer answer={second} member={member} replies={replies} />
      <Interests member={member} hidden={hidden} shared={own ? [] : mine} />
      <ProfileAnswer answer={third} member={member} replies={replies} />
    </>
  );
}

type PartProps = Pick<ProfileFactsProps, 'member' | 'hidden'>;

/** What the member hopes for, in a sentence's place rather than in the table of facts. */
function Intention({ member, hidden }: PartProps) {
  const { t } = useTranslation('profile');
  const { word } = useFactWords();
  if (member.intention.length === 0) return null;
  return (
    <section className={styles['intention']}>
      <h2>
        {t('field.intention')}
        <OnlyYou field="intention" hidden={hidden} />
      </h2>
      <ul>
        {member.intention.map((value) => (
          <li key={value}>{word('intention', value)}</li>
        ))}
      </ul>
    </section>
  );
}

const tableFields = factFields.filter(
  (field): field is Exclude<FactField, 'intention'> => field !== 'intention',
);

function Facts({ member, hidden }: PartProps) {
  const { t } = useTranslation(['members', 'profile']);
  const { answer } = useFactWords();
  const facts = tableFields.flatMap((field) => {
    const value = answer(member, field);
    return value === null ? [] : [[field, value] as const];
  });
  if (facts.length === 0) return null;
  return (
    <section>
      <h2 className={styles['small']}>{t('profile.facts')}</h2>
      <dl className={styles['facts']}>
        {facts.map(([field, value]) => (
          <div key={field}>
            <dt>
              {t(`field.${field}`, { ns: 'profile' })}
              <OnlyYou field={field} hidden={hidden} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Interests({ member, hidden, shared }: PartProps & { shared: readonly Interest[] }) {
  const { t } = useTranslation(['members', 'profile']);
  const { word } = useFactWords();
  const both = new Set(shared);
  if (member.interests.length === 0) return null;
  return (
    <section>
      <h2 className={styles['small']}>
        {t('profile.interests')}
        <OnlyYou field="interests" hidden={hidden} />
      </h2>
      <ul className={styles['interests']}>
        {member.interests.map((interest) => (
          <li key={interest} className={both.has(interest) ? styles['shared'] : undefined}>
            {both.has(interest) && <IconHeartFilled size={14} aria-hidden="true" />}
            {word('interests', interest)}
            {both.has(interest) && <span className="visually-hidden">{t('profile.in_common')}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function OnlyYou({ field, hidden }: { field: DetailField; hidden: readonly DetailField[] }) {
  const { t } = useTranslation('members');
  if (!hidden.includes(field)) return null;
  return (
    <span className={styles['only-you']}>
      <IconEyeOff size={16} aria-hidden="true" />
      {t('profile.only_you')}
    </span>
  );
}
