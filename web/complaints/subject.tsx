import { queryOptions, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import type { MemberProfile } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { apiOf, callQuery } from '#web/session/query-client.ts';
import { useUser } from '#web/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './complaints.module.css';

// Few complaints are about a recording.
const VoicePlayer = lazyPart(async () => ({
  default: (await import('#web/ui/voice/player.tsx')).VoicePlayer,
}));

export function subjectOf(query: URLSearchParams) {
  const id = (name: string) =>
    /^\d{1,15}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : undefined;
  return {
    profile: id('profile'),
    message: id('message'),
    photo: id('photo'),
    voice_intro: id('voice_intro'),
  };
}

export const memberQuery = (id: number) => callQuery('member', { query: { id } });

/**
 * A message of the conversation with a profile; null if it can no longer be read. Unlike opening the
 * conversation, this call does not mark it as read.
 */
export const messageQuery = (profile: number, message: number) =>
  queryOptions({
    queryKey: ['reportedMessage', { profile, message }] as const,
    queryFn: async ({ client, signal }): Promise<Message | null> => {
      const chat = await apiOf(client).call(
        'chat',
        { query: { profile, before: message + 1, to: message } },
        { signal },
      );
      return chat.messages.find(({ id }) => id === message) ?? null;
    },
    retry: false,
  });

export function ComplaintSubject({
  subject: { profile, message, photo, voice_intro },
  member,
}: {
  subject: ReturnType<typeof subjectOf>;
  member: MemberProfile | undefined;
}) {
  const { t } = useTranslation('complaints');
  const intro = member?.voice_intro?.id === voice_intro ? member?.voice_intro : undefined;
  const picture = member?.photos.find(({ id }) => id === photo);
  return (
    <>
      {member && (
        <div className={styles['about']}>
          <Avatar profile={member} size={56} />
          <div>
            <small>{t('about')}</small>
            <strong>{nameAndAge(member)}</strong>
          </div>
          <KindLabel profile={member} plain />
        </div>
      )}
      {message !== undefined && <ReportedMessage profile={profile} message={message} />}
      {photo !== undefined && (
        <figure className={styles['evidence']}>
          <figcaption>{t('about_photo')}</figcaption>
          {picture && <img src={picture.thumb_filename} alt="" />}
        </figure>
      )}
      {voice_intro !== undefined && (
        <figure className={styles['evidence']}>
          <figcaption>{t('about_voice_intro')}</figcaption>
          {intro && (
            <Suspense fallback={<Skeleton height={72} />}>
              <VoicePlayer
                title={t('about_voice_intro')}
                source={intro.filename}
                durationMs={intro.duration_ms}
                waveform={intro.waveform}
              />
            </Suspense>
          )}
        </figure>
      )}
    </>
  );
}

const titles = {
  text: 'about_message',
  image: 'about_image',
  voice: 'about_voice',
  gift: 'about_gift',
  deleted: 'about_message',
} as const;

function ReportedMessage({ profile = 0, message: id }: { profile: number | undefined; message: number }) {
  const { t } = useTranslation('complaints');
  const user = useUser();
  const { data: message, isLoading } = useQuery({
    ...messageQuery(profile, id),
    enabled: user !== null && profile > 0,
  });
  const title = titles[message?.kind ?? 'text'];
  return (
    <figure className={styles['evidence']} aria-busy={isLoading}>
      <figcaption>{t(title)}</figcaption>
      {isLoading && <Skeleton height={28} />}
      {message?.text && <blockquote>{message.text}</blockquote>}
      {message?.voice && (
        <Suspense fallback={<Skeleton height={72} />}>
          <VoicePlayer
            source={message.voice.filename}
            durationMs={message.voice.duration_ms}
            waveform={message.voice.waveform}
          />
        </Suspense>
      )}
      {(message?.images ?? [message?.image]).map(
        (image) => image?.thumb_filename && <img key={image.id} src={image.thumb_filename} alt="" />,
      )}
      <small>{t('around')}</small>
    </figure>
  );
}
