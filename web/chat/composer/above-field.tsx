import { Suspense } from 'react';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { ComposerNotice } from './composer-notice.tsx';
import type { VoicePress } from './composer-tools.tsx';
import type { ComposerProps, useMessage } from './use-message.ts';

const AboutAnswer = lazyPart(() => import('./about-answer.tsx'));
const AttachedNote = lazyPart(() => import('./attached-note.tsx'));
const ImagePreviews = lazyPart(() => import('./image-previews.tsx'));
const VoiceRecorder = lazyDialog(() => import('./voice/recorder.tsx'));

type AboveFieldProps = ComposerProps &
  Pick<
    ReturnType<typeof useMessage>,
    'prices' | 'obstacle' | 'paused' | 'pauseRuns' | 'about' | 'onAbout' | 'givesLike' | 'once' | 'onOnce'
  > & {
    field: React.RefObject<HTMLTextAreaElement | null>;
    /** The press that opened the recorder of a voice message. */
    press: VoicePress | null;
    onPress: (press: null) => void;
  };

/** What stands above the composer's form, or for a voice message in its place. */
export function AboveField(props: AboveFieldProps) {
  const { chat, about, onAbout, givesLike, attached, onAttach, images, press, onPress } = props;
  const editing = attached?.as === 'edit';
  return (
    <>
      <ComposerNotice {...props} />
      {about && !editing && (
        <Suspense>
          <AboutAnswer
            profile={chat.profile.id}
            prompt={about}
            givesLike={givesLike}
            onForget={() => onAbout(null)}
          />
        </Suspense>
      )}
      {attached && (
        <Suspense>
          <AttachedNote attached={attached} profile={chat.profile} onClose={() => onAttach(null)} />
        </Suspense>
      )}
      {images.length > 0 && !editing && (
        <Suspense>
          <ImagePreviews {...props} />
        </Suspense>
      )}
      {press && <VoiceRecorder {...props} press={press} onClose={() => onPress(null)} />}
    </>
  );
}
