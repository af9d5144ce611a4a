import { useLocation, useNavigate } from 'react-router';
import { type CountryCode, isCountry } from '#contract/lists/countries.ts';
import { type Gender, genders, type Interest, interests as allInterests } from '#contract/enums.ts';
import { useBrowser } from '#web/page/use-browser.ts';

/** What a visitor wanted when signup opened. */
export interface SignupIntent {
  gender?: Gender;
  gender_sought?: Gender;
  /** The act that needs an account: signup opens with its sentence (docs/product.md 6). */
  act?: 'chat' | 'photos' | 'like' | 'gift';
  /** The member whom the act was meant for. */
  profile?: number;
  name?: string;
  /** Chosen or written on a landing page; signup goes on from it. */
  message?: string;
  about?: string;
  interests?: Interest[];
  country?: CountryCode;
  region?: string;
  city?: string;
  /** The landing page whose form led here, by its design and slug. */
  lander?: string;
  slug?: string;
}

const acts = ['chat', 'photos', 'like', 'gift'] as const;
/** Longer texts come from nobody's typing. */
const MOST_TEXT = 1000;

/** The intent that a form or an address tells: names of fields as in `SignupIntent`, the interests of `pair1`… too. Anything else is left out. */
export function intentFrom(fields: FormData | URLSearchParams): SignupIntent {
  const text = (name: string, most = 100) => {
    const value = fields.get(name);
    return typeof value === 'string' && value.trim() ? value.trim().slice(0, most) : undefined;
  };
  const profile = Number(text('profile'));
  const country = text('country');
  const chosen = [...fields.getAll('interests'), fields.get('pair1'), fields.get('pair2'), fields.get('pair3')];
  const interests = allInterests.filter((interest) => chosen.includes(interest));
  const intent: SignupIntent = {
    gender: genders.find((gender) => gender === text('gender')),
    gender_sought: genders.find((gender) => gender === text('gender_sought')),
    act: acts.find((act) => act === text('act')),
    profile: Number.isSafeInteger(profile) && profile > 0 ? profile : undefined,
    name: text('name', 40),
    message: text('message', MOST_TEXT),
    about: text('about', MOST_TEXT),
    interests: interests.length > 0 ? interests : undefined,
    country: country && isCountry(country) ? country : undefined,
    region: text('region'),
    city: text('city'),
    lander: text('lander', 40),
    slug: text('slug', 40),
  };
  return Object.fromEntries(Object.entries(intent).filter(([, value]) => value !== undefined));
}

/** The same as an address's query. */
function queryOf(intent: SignupIntent): URLSearchParams {
  return new URLSearchParams(
    Object.entries(intent).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one) => [name, one]) : value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

/** The key in the state of a history entry that says: the signup modal stands open over this page. */
const STATE = 'signup';

/** The open signup modal's intent, null while it is closed. It belongs to the history entry: back closes it, a reload keeps it open. */
export function useSignupIntent(): SignupIntent | null {
  const state = useLocation().state as { [STATE]?: SignupIntent } | null;
  const hydrated = useBrowser(() => true, false);
  return (hydrated && state?.[STATE]) || null;
}

/** Opens signup: the modal on a desktop, the page `/signup` on a smartphone (docs/product.md 2). */
export function useOpenSignup() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (intent: SignupIntent = {}) => {
    if (window.matchMedia('(min-width: 768px)').matches) {
      return void navigate({ pathname, search, hash }, { state: { [STATE]: intent }, preventScrollReset: true });
    }
    const query = queryOf(intent);
    void navigate(`/signup${query.size ? `?${query}` : ''}`);
  };
}

/** Closes the modal where it stands; what was typed is kept. */
export function useCloseSignup() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return () => void navigate({ pathname, search, hash }, { state: null, replace: true, preventScrollReset: true });
}
