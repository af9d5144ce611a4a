import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useEffectEvent } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { snoozeHours } from '#contract/rules/support-rules.ts';
import type { SupportFile } from '#contract/support/inbox.ts';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { IconChevronLeft } from '#web/ui/icons.ts';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { AnswerBox } from './answer-box.tsx';
import { MemberBeside } from './member-beside.tsx';
import { useAnswer } from './use-answer.ts';
import type { HeldKeys } from './use-held-keys.ts';
import { useTemplates } from './use-templates.ts';
import { useThreadKeys } from './use-thread-keys.ts';
import styles from './support.module.css';

/** Often enough to warn of a colleague: the server forgets after 45 seconds that somebody is here. */
const REFRESH_MS = 15_000;

const fileQuery = (id: number) => ({
  ...callQuery('adminSupportThread', { query: { id } }),
  refetchInterval: REFRESH_MS,
});

interface Props {
  id: number;
  keys: HeldKeys;
  /** After the thread was answered, closed or snoozed. */
  onDone: () => void;
  onClose: () => void;
  onKey: Record<'j' | 'k', () => void>;
}

export function SupportThread({ id, ...rest }: Props) {
  const { errorText } = useErrorText();
  const { data: file, error, refetch } = useQuery(fileQuery(id));
  const hasFailed = Boolean(error) && !file;
  const drop = useEffectEvent(rest.keys.clear);
  useEffect(() => {
    if (hasFailed) drop();
  }, [hasFailed]);
  if (!file)
    return (
      <section className={styles['thread']}>
        {error ? (
          <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>
        ) : (
          <TextSkeleton lines={8} />
        )}
      </section>
    );
  return (
    <>
      <OpenThread file={file} {...rest} />
      {file.member === null ? <VisitorBeside file={file} /> : <MemberBeside id={file.member} thread={id} />}
    </>
  );
}

function OpenThread({ file, keys, onDone, onClose, onKey }: { file: SupportFile } & Omit<Props, 'id'>) {
  const { t } = useTranslation('office/support');
  const answer = useAnswer(file, keys, onDone);
  const templates = useTemplates(file);
  const change = useChange(file, keys, onDone);
  useThreadKeys({ keys, answer, templates, acts: { ...onKey, t: change.take, c: change.close } });
  return (
    <section className={styles['thread']} aria-label={file.subject}>
      <header className={styles['thread-head']}>
        <IconButton className={styles['back']} label={t('back')} onClick={onClose}>
          <IconChevronLeft size={22} />
        </IconButton>
        <h2>{file.subject}</h2>
        <Acts file={file} change={change} />
      </header>
      {file.viewers.length > 0 && (
        <Alert tone="warning">
          {t('also_here', { names: file.viewers.join(', '), count: file.viewers.length })}
        </Alert>
      )}
      <Messages file={file} />
      <AnswerBox answer={answer} templates={templates} />
    </section>
  );
}

type Change = ReturnType<typeof useChange>;

function useChange({ id, version, assigned_to, status }: SupportFile, keys: HeldKeys, onDone: () => void) {
  const { t } = useTranslation('office/support');
  const me = useMember().id;
  const change = useAct('changeSupport', {
    done: t('changed'),
    refresh: ['adminSupport', 'adminSupportThread'],
  });
  const isMine = assigned_to?.id === me;
  const isClosed = status === 'closed';
  type Part = Omit<CallBody<'changeSupport'>, 'id' | 'version'>;
  const put = (part: Part, isDone = false) =>
    keys.during(
      id,
      change.mutateAsync({ id, version, ...part }).then(() => isDone && onDone()),
    );
  return {
    isMine,
    isClosed,
    take: () => put({ mine: !isMine }),
    close: () => put({ status: isClosed ? 'open' : 'closed' }, !isClosed),
    snooze: (hours: (typeof snoozeHours)[number]) => put({ status: 'snoozed', hours }, true),
  };
}

function Acts({ file, change }: { file: SupportFile; change: Change }) {
  const { t } = useTranslation('office/support');
  const { isMine, isClosed, take, close, snooze } = change;
  return (
    <div className={styles['acts']}>
      <Button size="s" look="secondary" onClick={take}>
        {t(isMine ? 'release' : 'take')}
      </Button>
      <Select
        label={t('snooze')}
        hideLabel
        value=""
        placeholder={file.snoozed_until ? t('snoozed') : t('snooze')}
        onChange={({ target }) => {
          const hours = snoozeHours.find((each) => String(each) === target.value);
          if (hours) snooze(hours);
        }}
        options={snoozeHours.map((hours) => ({ value: String(hours), label: t(`hours.${hours}`) }))}
      />
      <Button size="s" look="secondary" onClick={close}>
        {t(isClosed ? 'reopen' : 'close')}
      </Button>
    </div>
  );
}

function Messages({ file }: { file: SupportFile }) {
  const { t } = useTranslation('office/support');
  const { date, time } = useFormats();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
    <div className={styles['scroll']} role="region" aria-label={t('messages')} tabIndex={0}>
      <ol className={styles['messages']}>
        {file.messages.map(({ id, kind, by, text, created_at }) => (
          <li key={`${kind} ${id}`} className={clsx(styles['message'], styles[kind])}>
            <p className={styles['by']}>
              <b>{kind === 'question' ? (file.name ?? t('visitor')) : (by ?? t('colleague'))}</b>{' '}
              {kind === 'note' && t('note_mark')}{' '}
              <time dateTime={created_at}>
                {date(created_at)}, {time(created_at)}
              </time>
            </p>
            <p className={styles['words']}>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Nothing of an account is shown beside a visitor's question: anybody may have typed its address. */
function VisitorBeside({ file }: { file: SupportFile }) {
  const { t } = useTranslation('office/support');
  return (
    <aside className={styles['side']} aria-label={t('visitor')}>
      <h3>{t('visitor')}</h3>
      <p className={styles['words']}>{file.email}</p>
      <p className={styles['quiet']}>{t('visitor_text')}</p>
      {file.host && <p className={styles['quiet']}>{file.host}</p>}
    </aside>
  );
}
