import { Outlet } from 'react-router';
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
