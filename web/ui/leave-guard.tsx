import { useEffect, useState } from 'react';
import { useLeaveGuard } from '#web/router/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';

interface LeaveGuardProps {
  when: boolean;
  /** Path of a screen with several pages, which keeps the changes from one to the next. */
  within?: string;
  words: { title: string; text: string; leave: string; stay: string };
}

/**
 * Confirmation dialog before unsaved changes are lost, on navigation and when the tab closes. Use at most one
 * per screen.
 */
export function LeaveGuard({ when, within, words }: LeaveGuardProps) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const stay = () => setLeave(null);
  useLeaveGuard({
    holds: (here, there) =>
      when &&
      !isWithin(there.pathname, within) &&
      (here.pathname !== there.pathname || here.search !== there.search),
    ask: (go) => setLeave(() => go),
  });
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
  return (
    <Modal
      open={leave !== null}
      onClose={stay}
      title={words.title}
      size="s"
      footer={
        <>
          <Button
            look="quiet"
            onClick={() => {
              stay();
              leave?.();
            }}
          >
            {words.leave}
          </Button>
          <Button onClick={stay}>{words.stay}</Button>
        </>
      }
    >
      <p>{words.text}</p>
    </Modal>
  );
}

const isWithin = (path: string, screen: string | undefined) =>
  screen !== undefined && (path === screen || path.startsWith(`${screen}/`));
