import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import { placeMessage } from '#web/chat/chat-query.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { IconEye } from '#web/ui/icons.ts';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { toast } from '#web/ui/toasts.tsx';
import styles from './covered-acts.module.css';

const OnceActs = lazyPart(() => import('./once-acts.tsx'));
const ReportDialog = lazyDialog(() => import('./report-dialog.tsx'));

interface CoveredActsProps {
  message: Message;
  image: number;
  profile: { id: number; name: string };
}

export default function CoveredActs(props: CoveredActsProps) {
  const { message } = props;
  return message.image?.view_once ? <OnceActs {...props} image={message.image} /> : <BlurActs {...props} />;
}

/** The recipient decides about a blurred image: the clear one is only sent to the browser after "Show". */
function BlurActs({ message, image, profile }: CoveredActsProps) {
  const { t } = useTranslation('chat');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const [reporting, setReporting] = useState(false);
  const answer = useMutation({
    mutationFn: (show: boolean) => api.call('answerImage', { body: { image, show } }),
    onSuccess: (answered) => placeMessage(queries, answered.message, profile.id),
    onError: (error) => toast('error', errorText(error)),
  });
  const busy = (show: boolean) => answer.isPending && answer.variables === show;
  return (
    <div className={styles['acts']}>
      <Button
        size="s"
        look="secondary"
        icon={<IconEye size={17} aria-hidden="true" />}
        busy={busy(true)}
        onClick={() => answer.mutate(true)}
      >
        {t('covered.show')}
      </Button>
      <Button size="s" look="quiet" busy={busy(false)} onClick={() => answer.mutate(false)}>
        {t('covered.decline')}
      </Button>
      <Button size="s" look="quiet" onClick={() => setReporting(true)}>
        {t('covered.report')}
      </Button>
      {reporting && <ReportDialog message={message} profile={profile} onClose={() => setReporting(false)} />}
    </div>
  );
}
