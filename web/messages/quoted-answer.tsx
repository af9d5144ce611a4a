import { useQuery } from '@tanstack/react-query';
import type { Message } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { colourBeneath } from '#web/ui/pictures/picture-style.ts';
import styles from './quoted-answer.module.css';

type QuotedPhoto = { thumb_filename: string; colour?: string | undefined };

interface QuotedAnswerProps {
  /** The id of a prompt; for a photo, `photo` or `photo:<id>`. */
  prompt: string;
  answer?: string | undefined;
  /** The photo while the message is written. */
  picture?: QuotedPhoto | undefined;
  /** The stored message about a photo. */
  message?: Message | undefined;
}

/** The answer or photo on a profile that a message is about. The answer may be unknown while the message is written. */
export default function QuotedAnswer({ prompt, answer, picture, message }: QuotedAnswerProps) {
  const { t } = useTranslation(['prompts', 'chat']);
  if (message) return <StoredPhoto message={message} />;
  if (prompt.startsWith('photo')) return <PhotoLines picture={picture} />;
  return (
    <span className={styles['quote']}>
      <small>{t(prompt)}</small>
      {answer}
    </span>
  );
}

function StoredPhoto({ message: { id, conversation } }: { message: Message }) {
  const { data } = useQuery(callQuery('quotedPhoto', { query: { conversation, message: id } }));
  return <PhotoLines picture={data?.photo ?? undefined} isGone={data?.photo === null} />;
}

function PhotoLines({ picture, isGone = false }: { picture: QuotedPhoto | undefined; isGone?: boolean }) {
  const { t } = useTranslation('chat');
  return (
    <span className={styles['quote']}>
      <small>{t(isGone ? 'about_photo.gone' : 'about_photo.shown')}</small>
      {!isGone && (
        <span className={styles['photo']}>
          {picture && <img src={picture.thumb_filename} style={colourBeneath(picture)} alt="" />}
        </span>
      )}
    </span>
  );
}
