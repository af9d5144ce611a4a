import type { ShownProfile } from '#contract/profiles.ts';
import type { VoiceIntro } from '#contract/voice/voice-intro.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { IconFlag } from '#web/ui/icons.ts';
import { VoicePlayer } from '#web/ui/voice/player.tsx';
import styles from './profile-voice.module.css';

interface ProfileVoiceProps {
  member: Pick<ShownProfile, 'id' | 'name'>;
  intro: VoiceIntro;
  /** Members do not report themselves. */
  own: boolean;
}

/** The voice introduction of a profile. */
export default function ProfileVoice({ member: { id, name }, intro, own }: ProfileVoiceProps) {
  const { t } = useTranslation('voice_intro');
  return (
    <section className={styles['voice']} aria-labelledby="profile-voice">
      <h2 id="profile-voice">{t('heading', { name })}</h2>
      <div className={styles['player']}>
        <VoicePlayer
          title={t('title')}
          source={intro.filename}
          durationMs={intro.duration_ms}
          waveform={intro.waveform}
        />
      </div>
      {!own && (
        <Link to={`/complaints?profile=${id}&voice_intro=${intro.id}`} className={styles['report']}>
          <IconFlag size={16} aria-hidden="true" /> {t('report')}
        </Link>
      )}
    </section>
  );
}
