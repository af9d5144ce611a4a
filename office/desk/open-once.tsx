import { useQueryClient } from '@tanstack/react-query';
import type { Message } from '#contract/chat/conversations.ts';
import OnceOpener from '#web/messages/once-opener.tsx';
import { apiOf } from '#web/session/query-client.ts';

/** Opens a picture that the fictional profile can see once. Afterwards no writer can open it. */
export function OpenOnce({ message: { conversation, image } }: { message: Message }) {
  const queries = useQueryClient();
  if (!image?.view_once) return null;
  return (
    <OnceOpener
      image={image}
      open={async (opening) => {
        const opened = await apiOf(queries).call('deskOpenImage', {
          body: { conversation, image: image.id, opening },
        });
        void queries.invalidateQueries({ queryKey: ['deskThread', conversation] });
        return opened;
      }}
    />
  );
}
