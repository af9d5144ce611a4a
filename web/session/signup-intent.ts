import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import type { Gender } from '#contract/enums.ts';

/** What a visitor wanted when signup opened. */
export interface SignupIntent {
  gender?: Gender;
  gender_sought?: Gender;
  /** The act that needs an account: signup opens with its sentence (docs/product.md 6). */
  act?: 'chat' | 'photos' | 'like' | 'gift';
  /** The member whom the act was meant for. */
  profile?: number;
  name?: string;
}

let current: SignupIntent | null = null;
const listeners = new Set<() => void>();

function publish(intent: SignupIntent | null) {
  current = intent;
  for (const listener of listeners) listener();
}

/** The open signup modal's intent, null while it is closed. */
export const useSignupIntent = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => null,
  );

/** Opens signup: the modal on a desktop, the page `/signup` on a smartphone (docs/product.md 2). */
export function useOpenSignup() {
  const navigate = useNavigate();
  return (intent: SignupIntent = {}) => {
    if (window.matchMedia('(min-width: 768px)').matches) return publish(intent);
    const query = new URLSearchParams(Object.entries(intent).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
    void navigate(`/signup${query.size ? `?${query}` : ''}`);
  };
}

export const closeSignup = () => publish(null);
