import { clsx } from 'clsx';
import { Suspense } from 'react';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import type { ComplaintFile } from '#contract/moderation/complaints.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './complaints.module.css';

// Few complaints are about a recording.
const VoicePlayer = lazyPart(async () => ({
  default: (await import('#web/ui/voice/player.tsx')).VoicePlayer,
}));

type Recording = NonNullable<ComplaintFile['messages'][number]['voice']>;

export function Evidence({ file }: { file: ComplaintFile }) {
  const { t } = useTranslation('office/moderation');
  const { profile, pictures, recordings, messages } = file;
  return (
    <>
      <Statement file={file} />
      {messages.length > 0 && <Messages messages={messages} />}
      {pictures.length > 0 && <Pictures pictures={pictures} />}
      {recordings.length > 0 && <Recordings recordings={recordings} />}
      {profile && (
        <section className={styles['said']}>
          <h3>{t('complaints.profile')}</h3>
          <p>
            {profile.name}
            {profile.city && `, ${profile.city}`}
          </p>
          {profile.about && <p className={styles['words']}>{profile.about}</p>}
          {profile.answers.map((answer) => (
            <p key={answer} className={styles['words']}>
              {answer}
            </p>
          ))}
        </section>
      )}
    </>
  );
}

function Statement({ file }: { file: ComplaintFile }) {
  const { t } = useTranslation(['office/moderation', 'complaints']);
  const { language } = useFormats();
  const { member, member_language: theirs } = file;
  return (
    <section className={styles['said']}>
      <h2>
        {t(`complaints:categories.${file.category}`)} <small>{t('complaints:number', { id: file.id })}</small>
      </h2>
      <p className={styles['words']}>{file.text || t('complaints:text_gone')}</p>
      <dl>
        <From file={file} />
        <dt>{t('complaints.about')}</dt>
        <dd>
          {member ? (
            <a href={`/members/${member.id}`} target="_blank" rel="noreferrer">
              {nameAndAge(member)} <KindLabel profile={member} plain />
            </a>
          ) : (
            t('complaints.nobody')
          )}
        </dd>
        {member && theirs && <dd>{t('complaints.language', { language: language(theirs) })}</dd>}
        {file.content_url && (
          <>
            <dt>{t('complaints.content_url')}</dt>
            <dd className={styles['words']}>{file.content_url}</dd>
          </>
        )}
        {file.complaints_about > 1 && (
          <dd>{t('complaints.complaints_about', { count: file.complaints_about })}</dd>
        )}
      </dl>
    </section>
  );
}

function From({ file: { reporter, trusted_flagger } }: { file: ComplaintFile }) {
  const { t } = useTranslation('office/moderation');
  const { language } = useFormats();
  return (
    <>
      <dt>{t('complaints.from')}</dt>
      <dd>
        {reporter ? [reporter.name, reporter.email].filter(Boolean).join(' · ') : t('complaints.nobody')}
      </dd>
      {trusted_flagger && <dd>{t('complaints.trusted_flagger')}</dd>}
      {reporter?.language && <dd>{t('complaints.language', { language: language(reporter.language) })}</dd>}
      {reporter && reporter.complaints > 1 && (
        <dd>{t('complaints.complaints_sent', { count: reporter.complaints })}</dd>
      )}
      {reporter?.member && reporter.unfounded > 0 && (
        <dd>
          {t('complaints.unfounded_count', { count: reporter.unfounded })} ·{' '}
          <a href={`/admin/members/${reporter.member}`}>{t('complaints.open_reporter')}</a>
        </dd>
      )}
    </>
  );
}

function Messages({ messages }: Pick<ComplaintFile, 'messages'>) {
  const { t } = useTranslation('office/moderation');
  const { date, time } = useFormats();
  return (
    <section className={styles['said']}>
      <h3>{t('complaints.messages')}</h3>
      <ol className={styles['messages']}>
        {messages.map((message) => (
          <li
            key={message.id}
            className={clsx(message.theirs && styles['theirs'], message.subject && styles['subject'])}
          >
            {message.voice ? (
              <RecordingPlayer voice={message.voice} />
            ) : (
              <p>{message.text ?? t(`complaints.kinds.${message.kind}`)}</p>
            )}
            {message.former.map(({ text, until }) => (
              <p key={until} className={styles['former']}>
                {t('complaints.former', { when: `${date(until)}, ${time(until)}` })} <q>{text}</q>
              </p>
            ))}
            {message.reactions.length > 0 && (
              <p>{t('complaints.reactions', { emoji: message.reactions.join(' ') })}</p>
            )}
            <small>
              {message.subject && <b>{t('complaints.subject')} · </b>}
              {date(message.created_at)}, {time(message.created_at)}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function RecordingPlayer({ voice, title }: { voice: Recording; title?: string }) {
  return (
    <Suspense fallback={<Skeleton height={72} />}>
      <VoicePlayer
        {...(title !== undefined && { title })}
        source={voice.filename}
        durationMs={voice.duration_ms}
        waveform={voice.waveform}
      />
    </Suspense>
  );
}

function Pictures({ pictures }: Pick<ComplaintFile, 'pictures'>) {
  const { t } = useTranslation('office/moderation');
  return (
    <section className={styles['said']}>
      <h3>{t('complaints.pictures')}</h3>
      <ul className={styles['pictures']}>
        {pictures.map((picture, place) => (
          <li key={picture.filename} className={clsx(picture.subject && styles['subject'])}>
            <a href={picture.filename} target="_blank" rel="noreferrer">
              <img
                src={picture.filename}
                alt={t('complaints.picture', { number: place + 1 })}
                loading="lazy"
              />
            </a>
            {picture.subject && <b>{t('complaints.subject')}</b>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Recordings({ recordings }: Pick<ComplaintFile, 'recordings'>) {
  const { t } = useTranslation('office/moderation');
  return (
    <section className={styles['said']}>
      <h3>{t('complaints.recordings')}</h3>
      {recordings.map(({ subject, ...voice }) => (
        <div key={voice.filename} className={clsx(subject && styles['subject'])}>
          <RecordingPlayer voice={voice} title={t('complaints.recordings')} />
          {subject && <b>{t('complaints.subject')}</b>}
        </div>
      ))}
    </section>
  );
}
