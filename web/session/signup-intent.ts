import type { CountryCode } from '#contract/lists/countries.ts';
import type { Gender } from '#contract/lists/genders.ts';
import type { Interest } from '#contract/profile-fields.ts';
import { useBrowser } from '#web/page/use-browser.ts';
import { useLocation, useNavigate } from '#web/router/hooks.ts';

export interface SignupIntent {
  gender?: Gender;
  gender_sought?: Gender;
  /** The action that requires an account. Signup explains it in a sentence (docs/product.md 6.1). */
  act?: 'chat' | 'photos' | 'like' | 'gift';
  profile?: number;
  name?: string;
  message?: string;
  about?: string;
  interests?: Interest[];
  country?: CountryCode;
  region?: string;
  city?: string;
  lander?: string;
  slug?: string;
}

function queryOf(intent: SignupIntent): URLSearchParams {
  return new URLSearchParams(
    Object.entries(intent).flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((one) => [name, one])
        : value === undefined
          ? []
          : [[name, String(value)]],
    ),
  );
}

/** Key in the history state. It marks the signup modal as open over this page. */
const STATE = 'signup';

/**
 * Intent of the open signup modal; null while it is closed. It is part of the history entry, so Back closes
 * the modal and a reload keeps it open.
 */
export function useSignupIntent(): SignupIntent | null {
  const state = useLocation().state as { [STATE]?: SignupIntent } | null;
  const hydrated = useBrowser(() => true, false);
  return (hydrated && state?.[STATE]) || null;
}

/** Opens signup: the modal on a desktop, the page `/signup` on a phone (docs/product.md 2.2). */
export function useOpenSignup() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (intent: SignupIntent = {}) => {
    if (window.matchMedia('(min-width: 768px)').matches) {
      return void navigate(
        { pathname, search, hash },
        { state: { [STATE]: intent }, preventScrollReset: true },
      );
    }
    const query = queryOf(intent);
    void navigate(`/signup${query.size ? `?${query}` : ''}`);
  };
}

export function useCloseSignup() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return () =>
    void navigate({ pathname, search, hash }, { state: null, replace: true, preventScrollReset: true });
}
