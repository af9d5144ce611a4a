import { Outlet } from '#web/router/screens.tsx';
import { SignupSlot } from './signup-slot.tsx';

export default function EmptyLayout() {
  return (
    <>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <SignupSlot />
    </>
  );
}
