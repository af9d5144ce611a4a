import { clsx } from 'clsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { ComplaintFile } from '#contract/calls/complaint-calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { KindLabel } from '#web/ui/portrait-card.tsx';
import { nameAndAge } from '../../ui/name-and-age.ts';
import styles from './queue.module.css';

/** A complaint as it came: what was said, by whom, and what it speaks of as it was then. */
export function Evidence({ file }: { file: ComplaintFile }) {
  const { t } = useTranslation(['back_office_reports', 'complaints']);
  const { date, time } = useFormats();
  const { reporter, member, profile, pictures, messages } = file;
  return (
    <>
      <section className={styles['said']}>
        <h2>
          {t(`categories.${file.category}`, { ns: 'complaints' })} <small>{t('number', { ns: 'complaints', id: file.id })}</small>
        </h2>
        <p className={styles['words']}>{file.text || t('text_gone', { ns: 'complaints' })}</p>
        <dl>
          <dt>{t('from')}</dt>
          <dd>{reporter ? [reporter.name, reporter.email].filter(Boolean).join(' · ') : t('nobody')}</dd>
          {reporter && reporter.complaints > 1 && <dd>{t('complaints_sent', { count: reporter.complaints })}</dd>}
          <dt>{t('about')}</dt>
          <dd>
            {member ? (
              <a href={`/members/${member.id}`} target="_blank" rel="noreferrer">
                {nameAndAge(member)} <KindLabel profile={member} plain />
              </a>
            ) : (
              t('nobody')
            )}
          </dd>
          {file.complaints_about > 1 && <dd>{t('complaints_about', { count: file.complaints_about })}</dd>}
        </dl>
      </section>
      {messages.length > 0 && (
        <section className={styles['said']}>
          <h3>{t('messages')}</h3>
          <ol className={styles['messages']}>
            {messages.map((message) => (
              <li key={message.id} className={clsx(message.theirs && styles['theirs'], message.subject && styles['subject'])}>
                <p>{message.text ?? t(`kinds.${message.kind}`)}</p>
                <small>
                  {message.subject && <b>{t('subject')} · </b>}
                  {date(message.created_at)}, {time(message.created_at)}
                </small>
              </li>
            ))}
          </ol>
        </section>
      )}
      {pictures.length > 0 && (
        <section className={styles['said']}>
          <h3>{t('pictures')}</h3>
          <ul className={styles['pictures']}>
            {pictures.map((picture, place) => (
              <li key={picture.filename} className={clsx(picture.subject && styles['subject'])}>
                <a href={picture.filename} target="_blank" rel="noreferrer">
                  <img src={picture.filename} alt={t('picture', { number: place + 1 })} loading="lazy" />
                </a>
                {picture.subject && <b>{t('subject')}</b>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {profile && (
        <section className={styles['said']}>
          <h3>{t('profile')}</h3>
          <p>
            {profile.name}
            {profile.city && `, ${profile.city}`}
          </p>
          {profile.about && <p className={styles['words']}>{profile.about}</p>}
        </section>
      )}
    </>
  );
}
