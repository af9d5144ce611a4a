import { Outlet } from 'react-router';
import { SignupSlot } from './signup-slot.tsx';

/** The signup modal only. */
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
