import type { ProfileCard } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import { CardTitle } from '../card-title.tsx';
import section from '../section.module.css';
import styles from './people-card.module.css';

interface PeopleCardProps {
  id?: string;
  title: string;
  lead: string;
  people: ProfileCard[];
  action: string;
  onAct: (profile: number) => void;
  /** The person whose button waits for the server. */
  busy: number | undefined;
  more: { has: boolean; busy: boolean; load: () => void };
}

export function PeopleCard({ id, title, lead, people, action, onAct, busy, more }: PeopleCardProps) {
  const { t } = useTranslation('common');
  return (
    <Card {...(id !== undefined && { id })}>
      <CardTitle>{title}</CardTitle>
      <p className={section['lead']}>{lead}</p>
      {people.length > 0 && (
        <ul className={styles['people']}>
          {people.map((person) => (
            <li key={person.id}>
              <Avatar profile={person} size={44} />
              <span>
                {person.name} <KindLabel profile={person} plain />
              </span>
              <Button look="secondary" size="s" busy={busy === person.id} onClick={() => onAct(person.id)}>
                {action}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {more.has && (
        <Button look="quiet" busy={more.busy} onClick={more.load}>
          {t('more')}
        </Button>
      )}
    </Card>
  );
}
