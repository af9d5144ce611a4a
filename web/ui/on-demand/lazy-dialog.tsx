import {
  type ComponentType,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { isMissingChunk, loadChunk } from '#web/session/missing-chunk.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { toast } from '#web/ui/toasts.tsx';

interface DialogProps {
  /** Absent if the dialog is only rendered while it is open. */
  open?: boolean;
  onClose: () => void;
}

type Loaded<P> = { Dialog: ComponentType<P> } | { failure: unknown };

/**
 * A part of a screen that the user opens and closes (a dialog, a sheet, a picker, a recorder), and whose code is loaded when it
 * is first opened; `fallback` is shown meanwhile. If that fails, an error message appears and `onClose` is called, and the
 * next opening retries.
 */
export function lazyDialog<P extends DialogProps>(
  load: () => Promise<{ default: ComponentType<P> }>,
  fallback: ReactNode = null,
) {
  let attempt: Promise<Loaded<P>> | undefined;
  const start = () => (attempt ??= loaded());

  async function loaded(): Promise<Loaded<P>> {
    try {
      return { Dialog: (await loadChunk(load)).default };
    } catch (error) {
      attempt = undefined;
      if (isMissingChunk(error)) return { failure: error };
      throw error;
    }
  }

  type LoadedProps = P & { code: Promise<Loaded<P>>; onFailure: (error: unknown) => void };

  function LoadedDialog({ code, onFailure, ...props }: LoadedProps) {
    const found = use(code);
    const reportFailure = useEffectEvent(onFailure);
    useEffect(() => {
      if ('failure' in found) reportFailure(found.failure);
    }, [found]);
    return 'Dialog' in found ? <found.Dialog {...(props as unknown as P)} /> : null;
  }

  return function LazyDialog(props: P) {
    const { open = true, onClose } = props;
    const { errorText } = useErrorText();
    // It stays after closing, so that the dialog can animate out.
    const [code, setCode] = useState(() => (open ? start() : null));
    const [wasOpen, setWasOpen] = useState(open);
    if (open !== wasOpen) {
      setWasOpen(open);
      if (open) setCode(start());
    }
    if (code === null) return null;
    const onFailure = (error: unknown) => {
      toast('error', errorText(error));
      setCode(null);
      onClose();
    };
    return (
      <Suspense fallback={fallback}>
        <LoadedDialog {...props} code={code} onFailure={onFailure} />
      </Suspense>
    );
  };
}
