import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import { voiceIntroRefusals, type VoiceIntroRefusal } from '#contract/photos/refusal-reasons.ts';
import { RefusalReasons } from '#office/moderation/refusal-reasons.tsx';
import {
  AboutPicture,
  AlreadyDecided,
  ApproveOrRefuse,
  KeysHint,
  NothingWaits,
  ReviewPage,
} from '#office/moderation/review-queue.tsx';
import { useReviewKeys, useReviewQueue } from '#office/moderation/use-review-queue.ts';
import { May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useBrowser } from '#web/page/use-browser.ts';
import { callQuery } from '#web/session/query-client.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { IconArrowLeft, IconArrowRight } from '#web/ui/icons.ts';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import { VoicePlayer } from '#web/ui/voice/player.tsx';
import styles from './voice-intro-queue.module.css';

type Waiting = CallReply<'adminVoiceIntros'>['intros'][number];

const REFRESH_MS = 15_000;
const queue = { ...callQuery('adminVoiceIntros'), refetchInterval: REFRESH_MS };

export const load = officeLoad(queue);
export const handle = { i18n: ['office/moderation', 'office/voice', 'voice', 'voice_intro', 'errors'] };

function useInspection(waiting: readonly Waiting[]) {
  const { t } = useTranslation('office/voice');
  const review = useReviewQueue('decideVoiceIntro', {
    queue: 'adminVoiceIntros',
    list: 'intros',
    items: waiting,
    said: ({ approve: approved }) => t(approved ? 'approved' : 'refused'),
  });
  const { settle } = review;
  const approve = () => settle((id) => ({ id, approve: true }));
  const refuse = (reason: VoiceIntroRefusal) => settle((id) => ({ id, approve: false, reason }));
  useReviewKeys(review, { a: approve }, { moves: true });
  return { ...review, approve, refuse };
}

export default function VoiceIntroQueue() {
  const { t } = useTranslation(['office/voice', 'voice_intro']);
  const { data } = useQuery(queue);
  const inspection = useInspection(data?.intros ?? []);
  const { item: intro, isGone, place, left, go, refusing, setRefusing, approve, refuse } = inspection;
  return (
    <ReviewPage title={t('title')} waiting={t('waiting', { count: data?.waiting ?? 0 })}>
      {intro ? (
        <div className={styles['review']}>
          <Recording key={intro.id} intro={intro} />
          <Moves place={place} count={left.length} onGo={go} />
          <IntroFacts intro={intro} />
          {isGone ? (
            <AlreadyDecided onNext={() => go(place)} />
          ) : refusing ? (
            <RefusalReasons
              reasons={voiceIntroRefusals}
              text={(reason) => t(`voice_intro:reasons.${reason}`)}
              onChoose={refuse}
              onBack={() => setRefusing(false)}
            />
          ) : (
            <May call="decideVoiceIntro">
              <ApproveOrRefuse onApprove={approve} onRefuse={() => setRefusing(true)} />
            </May>
          )}
          <KeysHint text={t('keys')} />
        </div>
      ) : (
        <NothingWaits waiting={data?.waiting ?? 0} title={t('none')} text={t('none_text')} />
      )}
    </ReviewPage>
  );
}

/** The focus is on its first button, so that the space bar plays it. */
function Recording({ intro }: { intro: Waiting }) {
  const { t } = useTranslation('office/voice');
  const player = useRef<HTMLDivElement>(null);
  // The server renders no player.
  const inBrowser = useBrowser(() => true, false);
  useEffect(() => {
    if (inBrowser) player.current?.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true });
  }, [inBrowser]);
  return (
    <div ref={player} className={styles['player']}>
      <VoicePlayer
        title={t('of', { name: intro.member.name })}
        source={intro.filename}
        durationMs={intro.duration_ms}
        waveform={intro.waveform}
      />
    </div>
  );
}

interface MovesProps {
  place: number;
  count: number;
  onGo: (place: number) => void;
}

function Moves({ place, count, onGo }: MovesProps) {
  const { t } = useTranslation('office/moderation');
  return (
    <div className={styles['moves']}>
      <IconButton label={t('review.previous')} disabled={place === 0} onClick={() => onGo(place - 1)}>
        <IconArrowLeft size={22} />
      </IconButton>
      <IconButton label={t('review.next')} disabled={place >= count - 1} onClick={() => onGo(place + 1)}>
        <IconArrowRight size={22} />
      </IconButton>
    </div>
  );
}

function IntroFacts({ intro: { member, created_at, replaces } }: { intro: Waiting }) {
  const { t } = useTranslation('office/voice');
  const { date } = useFormats();
  return (
    <AboutPicture title={nameAndAge(member)}>
      <p>{[member.city, member.region, member.country].filter(Boolean).join(', ')}</p>
      <p>{t('sent', { when: date(created_at) })}</p>
      <KindLabel profile={member} plain />
      {replaces && <Tag>{t('replaces')}</Tag>}
    </AboutPicture>
  );
}
