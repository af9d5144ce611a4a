import { useSyncExternalStore } from 'react';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { FieldCode } from '#contract/errors.ts';
import type { Gender, Interest } from '#contract/enums.ts';
import { type FormStep, formSteps, type Step } from './steps.ts';

/** What a visitor has told so far. Kept in the browser's session, so that nothing typed is lost by a reload or a wrong tap. */
export interface Draft {
  gender?: Gender;
  gender_sought?: Gender;
  /** Whom the first message is for. */
  profile?: number;
  message: string;
  country?: CountryCode;
  region: string;
  city: string;
  name: string;
  /** `YYYY-MM-DD`, or parts of it. */
  date_of_birth: string;
  email: string;
  about: string;
  interests?: Interest[];
  lander?: string;
  slug?: string;
  invite?: string;
  /** To the use of what one tells about sexuality and wishes. Never ticked for anybody. */
  intimate_consent?: boolean;
  /** The number of this form, so that the server knows a repeated call. */
  client_id?: string;
}

/** `web/layout/deferred-boot.ts` writes there what is chosen before the app has come. */
const KEY = 'signup-draft';
const STEP_KEY = 'signup-step';
const BEGUN_KEY = 'signup-begun';
const empty: Draft = { message: '', region: '', city: '', name: '', date_of_birth: '', email: '', about: '' };

let draft: Draft | null = null;
/** The password stays in memory alone: what is stored can be read by whoever sits down next. */
let password = '';
/** What the server said about fields, each until its value changes. */
let refused: Partial<Record<string, FieldCode>> = {};
const listeners = new Set<() => void>();

interface State {
  /** False until the browser has looked into its store. */
  ready: boolean;
  draft: Draft;
  password: string;
  refused: Partial<Record<string, FieldCode>>;
}
let state: State = { ready: true, draft: empty, password, refused };
const serverState: State = { ready: false, draft: empty, password: '', refused: {} };

function publish() {
  state = { ready: true, draft: read(), password, refused };
  for (const listener of listeners) listener();
}

function read(): Draft {
  if (draft) return draft;
  try {
    draft = { ...empty, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Draft>) };
  } catch {
    draft = empty;
  }
  state = { ready: true, draft, password, refused };
  return draft;
}

/** The draft as it is now; the same for the modal and the page. Empty while rendering on the server. */
export const useDraft = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (read(), state),
    () => serverState,
  );

/** Notes what was typed or chosen. */
export function changeDraft(change: Partial<Draft>) {
  draft = { ...read(), ...change };
  refused = Object.fromEntries(Object.entries(refused).filter(([field]) => !(field in change)));
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A full or forbidden store: the draft lives on in memory.
  }
  publish();
}

/** Takes over what was chosen before signup opened. What was typed here since goes before it: a reload brings the same choices again. */
export function beginDraft(chosen: Partial<Draft>) {
  const mark = JSON.stringify(chosen);
  if (sessionStorage.getItem(BEGUN_KEY) === mark) return;
  changeDraft(chosen);
  try {
    sessionStorage.setItem(BEGUN_KEY, mark);
  } catch {
    // Then the choices come again with each reload.
  }
}

export function changePassword(value: string) {
  password = value;
  const { password: _gone, ...others } = refused;
  refused = others;
  publish();
}

/** Notes the server's words on fields. */
export function refuseDraft(fields: Partial<Record<string, FieldCode>>) {
  refused = fields;
  publish();
}

/** After signup: nothing of it stays in the browser. */
export function forgetDraft() {
  draft = empty;
  password = '';
  refused = {};
  sessionStorage.removeItem(KEY);
  for (const key of [STEP_KEY, BEGUN_KEY]) sessionStorage.removeItem(key);
  publish();
}

/** Notes the step of the modal, which has no address: a reload comes back to it. */
export function rememberStep(step: Step) {
  try {
    if ((formSteps as readonly Step[]).includes(step)) sessionStorage.setItem(STEP_KEY, step);
  } catch {
    // As above: then a reload begins with the first step, filled in.
  }
}

/** The step that the modal had reached; the first one after a fresh start. The password is asked again in any case. */
export function reachedStep(): Step {
  const kept = sessionStorage.getItem(STEP_KEY) as FormStep | null;
  return kept && formSteps.includes(kept) ? (kept === 'about' ? 'personal' : kept) : 'message';
}
