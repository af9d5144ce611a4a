import { useTranslation } from '#web/i18n/translate.tsx';
import { Alert } from '#web/ui/alert.tsx';
import type { MediaFault } from './peer/media.ts';

export function MediaFaultAlert({ fault }: { fault: MediaFault }) {
  const { t } = useTranslation('video_calls');
  return <Alert tone="error">{t(`fault.${fault}`)}</Alert>;
}

/** The sound works, so the member can talk without a picture. */
export const isOnlyCamera = (fault: MediaFault): boolean => fault.startsWith('camera_');
