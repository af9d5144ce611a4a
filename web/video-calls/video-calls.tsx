import { Suspense } from 'react';
import { EndedDialog } from './ended-dialog.tsx';
import { IncomingSheet } from './incoming-sheet.tsx';
import { CallScreen } from './screen/call-screen.tsx';
import { CallingScreen } from './screen/calling-screen.tsx';
import { StartDialog } from './start-dialog.tsx';
import { useCallSession, useWantedCall } from './use-call-session.ts';

/** Video dates and voice calls (docs/product.md 10.26). Loaded with the first event or press that concerns one. */
export default function VideoCalls() {
  const { session, snapshot } = useCallSession();
  const { wanted, setWanted } = useWantedCall();
  const { state } = snapshot;
  const close = () => {
    session.closeMedia();
    setWanted(null);
  };
  return (
    <Suspense>
      {state.step === 'none' && wanted && (
        <StartDialog
          key={`${wanted.profile.id} ${wanted.kind}`}
          session={session}
          snapshot={snapshot}
          wanted={wanted}
          onKind={(kind) => setWanted({ ...wanted, kind })}
          onStarted={() => setWanted(null)}
          onClose={close}
        />
      )}
      {state.step === 'incoming' && (
        <IncomingSheet key={state.call.id} session={session} snapshot={snapshot} call={state.call} />
      )}
      {state.step === 'outgoing' && <CallingScreen session={session} snapshot={snapshot} call={state.call} />}
      {state.step === 'running' && <CallScreen session={session} snapshot={snapshot} call={state.call} />}
      {state.step === 'ended' && <EndedDialog session={session} call={state.call} end={state.end} />}
    </Suspense>
  );
}
