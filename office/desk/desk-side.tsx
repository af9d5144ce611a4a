import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { formatLocale } from '#contract/lists/locales.ts';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import { May } from '#office/pieces/may.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useClock } from '#web/session/use-clock.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { WhisperForm, Whispers } from './team/whispers.tsx';
import styles from './desk.module.css';

const STEP_MS = 20_000;

type Thread = CallReply<'deskThread'>;

export function DeskSide({ thread, conversation }: { thread: Thread; conversation: number }) {
  const { t } = useTranslation('office/desk');
  return (
    <aside className={styles['side']} aria-label={t('side')}>
      <Whispers whispers={thread.whispers} />
      <Person title={t('member')} person={thread.member} />
      <Whereabouts thread={thread} />
      <Memory key={thread.memory} thread={thread} conversation={conversation} />
      <Spending spending={thread.spending} />
      <Purchases purchases={thread.purchases} />
      <Person title={t('profile')} person={thread.profile} />
      <May call="deskWhisper">
        <WhisperForm conversation={conversation} />
      </May>
    </aside>
  );
}

/** The member's language and their local time. */
function Whereabouts({ thread: { language, time_zone: timeZone } }: { thread: Thread }) {
  const { t, i18n } = useTranslation('office/desk');
  const { language: nameOf } = useFormats();
  const now = useClock(STEP_MS);
  const time =
    timeZone && now !== null
      ? new Intl.DateTimeFormat(formatLocale(i18n.language), { timeZone, timeStyle: 'short' }).format(now)
      : null;
  return (
    <p className={styles['about']}>
      {t('member_language', { language: nameOf(language) })}
      {time && <br />}
      {time && t('member_time', { time })}
    </p>
  );
}

function Person({ title, person }: { title: string; person: Thread['profile' | 'member'] }) {
  const { t } = useTranslation('profile');
  return (
    <section className={styles['person']}>
      <h2>{title}</h2>
      <div className={styles['who']}>
        <Avatar profile={person} size={56} />
        <p>
          <b>{nameAndAge(person)}</b>
          <br />
          {[person.city, person.country].filter(Boolean).join(', ')}
        </p>
      </div>
      {person.about && <p className={styles['about']}>{person.about}</p>}
      {person.interests.length > 0 && (
        <p className={styles['interests']}>
          {person.interests.map((interest) => t(`interests.${interest}`)).join(' · ')}
        </p>
      )}
    </section>
  );
}

function Memory({ thread, conversation }: { thread: Thread; conversation: number }) {
  const { t } = useTranslation('office/desk');
  const { date, time } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const [memory, setMemory] = useState(thread.memory);
  const save = useMutation({
    mutationFn: () => api.call('deskMemory', { body: { conversation, memory } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['deskThread'] }),
    onError: (error) => toast('error', errorText(error)),
  });
  const by = thread.memory_by;
  return (
    <section>
      <Textarea
        label={t('memory')}
        hint={
          by ? t('memory_by', { name: by.name, when: `${date(by.at)}, ${time(by.at)}` }) : t('memory_hint')
        }
        value={memory}
        rows={5}
        maxLength={4000}
        readOnly={!thread.mine}
        onChange={(event) => setMemory(event.target.value)}
      />
      {thread.mine && memory !== thread.memory && (
        <Button size="s" busy={save.isPending} onClick={() => save.mutate()}>
          {t('memory_save')}
        </Button>
      )}
    </section>
  );
}

function Spending({
  spending: { paused_until: until, cap, spent_this_month: spent },
}: {
  spending: Thread['spending'];
}) {
  const { t } = useTranslation('office/desk');
  const { date } = useFormats();
  return (
    <section>
      <h2>{t('spending')}</h2>
      <p>{until ? t('spending_paused', { date: date(until) }) : t('spending_open')}</p>
      {cap !== null && <p>{t('spending_cap', { spent, cap })}</p>}
    </section>
  );
}

function Purchases({ purchases }: { purchases: Thread['purchases'] }) {
  const { t } = useTranslation('office/desk');
  const { date } = useFormats();
  return (
    <section>
      <h2>{t('purchases')}</h2>
      {purchases.length === 0 && <p>{t('no_purchases')}</p>}
      {purchases.map(({ credits, at }) => (
        <p key={at} suppressHydrationWarning>
          {t('purchase', { count: credits, date: date(at) })}
        </p>
      ))}
    </section>
  );
}
