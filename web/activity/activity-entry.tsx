import { clsx } from 'clsx';
import { activityPath, kindOf } from '#contract/activity/activity-kinds.ts';
import type { Activity } from '#contract/activity/calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import type { ActivityGroup } from './activity-groups.ts';
import { activityIcons } from './activity-icons.ts';
import { useActivityText } from './use-activity-text.ts';
import styles from './activity.module.css';

const FACES = 6;

const pathOf = ({ kind, profile, details }: Activity) => activityPath(kind, profile?.id, details);

export function ActivityEntry({
  group: { first, events },
  isFresh,
}: {
  group: ActivityGroup;
  isFresh: boolean;
}) {
  const { t } = useTranslation('activity');
  const textOf = useActivityText();
  const { time } = useFormats();
  const Icon = activityIcons[first.kind];
  const isGroup = events.length > 1;
  const path = (isGroup && kindOf(first.kind).groupPath) || pathOf(first);
  return (
    <li className={clsx(styles['entry'], isFresh && styles['fresh'])} data-activity={first.kind}>
      <span className={styles['portrait']}>
        {first.profile && !isGroup ? (
          <Avatar profile={first.profile} size={48} />
        ) : (
          <span className={styles['icon']}>
            <Icon size={22} aria-hidden="true" />
          </span>
        )}
      </span>
      <span className={styles['text']}>
        <Link to={path} className={styles['link']} prefetch="intent">
          {textOf(first, events.length)}
        </Link>
        {first.profile && !isGroup && <KindLabel profile={first.profile} plain />}
        {isGroup && first.profile && <Faces events={events} />}
      </span>
      <span className={styles['end']}>
        {isFresh && (
          <span className={styles['dot']}>
            <span className="visually-hidden">{t('new')}</span>
          </span>
        )}
        <time dateTime={first.created_at}>{time(first.created_at)}</time>
      </span>
    </li>
  );
}

function Faces({ events }: { events: Activity[] }) {
  const { t } = useTranslation('activity');
  const more = events.length - FACES;
  return (
    <span className={styles['faces']}>
      {events.slice(0, FACES).map((event) =>
        event.profile ? (
          <Link
            key={event.id}
            to={pathOf(event)}
            className={styles['face']}
            aria-label={event.profile.name}
            title={event.profile.name}
          >
            <Avatar profile={event.profile} size={44} />
          </Link>
        ) : null,
      )}
      {more > 0 && <span className={styles['more-faces']}>{t('more_people', { count: more })}</span>}
    </span>
  );
}
