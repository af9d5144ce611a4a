import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CaptureEnd, Recording } from '#web/ui/voice/recorder/capture.ts';

export interface IntroDraft {
  recording: Recording;
  end: CaptureEnd;
  /** The same for each attempt to send it. */
  clientId: string;
}

const queryKey = ['voiceIntroDraft'] as const;

/** A recording that was not sent yet. It outlives a failed upload and visits to other screens, not the page or the session. */
export function useIntroDraft() {
  const queries = useQueryClient();
  const { data } = useQuery<IntroDraft | null>({
    queryKey,
    queryFn: skipToken,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return {
    draft: data ?? null,
    setDraft: (draft: IntroDraft | null) => queries.setQueryData(queryKey, draft),
  };
}
