import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { useAnswerPhotoRequest } from './use-photo-access.ts';
import styles from './photo-request-bar.module.css';

/** Somebody's request for the member's photos, in the chat with them. The page must load the namespace `chat`. */
export default function PhotoRequestBar({ profile }: { profile: { id: number; name: string } }) {
  const { t } = useTranslation('chat');
  const answer = useAnswerPhotoRequest();
  const choices = [
    ['day', 'primary'],
    ['always', 'secondary'],
    ['none', 'quiet'],
  ] as const;
  return (
    <section className={styles['bar']} aria-label={t('photos.title')}>
      <p>
        {t('photos.bar', { name: profile.name })} <Link to="/photo-access">{t('photos.list')}</Link>
      </p>
      <span className={styles['ways']}>
        {choices.map(([access, look]) => (
          <Button
            key={access}
            size="s"
            look={look}
            busy={answer.isPending && answer.variables.access === access}
            disabled={answer.isPending}
            onClick={() => answer.mutate({ profile: profile.id, access })}
          >
            {t(`photos.${access}`)}
          </Button>
        ))}
      </span>
    </section>
  );
}
