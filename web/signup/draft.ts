import { useSyncExternalStore } from 'react';
import type { FieldCode } from '#contract/errors.ts';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { Gender } from '#contract/lists/genders.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import type { Interest } from '#contract/profile-fields.ts';
import { tabStorage } from '#web/page/browser-storage.ts';
import { formSteps, type Step } from './steps.ts';

/** A visitor's input so far. It is in sessionStorage, so that a reload or a wrong tap loses nothing. */
export interface Draft {
  gender?: Gender;
  gender_sought?: Gender;
  profile?: number;
  message: string;
  country?: CountryCode;
  region: string;
  city: string;
  name: string;
  /** `YYYY-MM-DD`, or a partial date. */
  date_of_birth: string;
  /** Of a couple. */
  partner_name: string;
  partner_date_of_birth: string;
  email: string;
  about: string;
  interests?: Interest[];
  lander?: string;
  slug?: string;
  invite?: string;
  /** Consent to the use of sensitive data about sexuality. It must never be preselected. */
  intimate_consent?: boolean;
  client_id?: string;
}

/** The boot script of pages with deferred scripts stores early choices under the same key. */
const KEY = 'signup-draft';
const STEP_KEY = 'signup-step';
const BEGUN_KEY = 'signup-begun';
const empty: Draft = {
  message: '',
  region: '',
  city: '',
  name: '',
  date_of_birth: '',
  partner_name: '',
  partner_date_of_birth: '',
  email: '',
  about: '',
};

let draft: Draft | null = null;
/** The password is only in memory, because the next user of the device could read stored data. */
let password = '';
/** Field errors from the server, each cleared when its value changes. */
let refused: Partial<Record<string, FieldCode>> = {};
const listeners = new Set<() => void>();

interface State {
  /** False until the stored draft has been read. */
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
    draft = { ...empty, ...(JSON.parse(tabStorage.get(KEY) ?? '{}') as Partial<Draft>) };
  } catch {
    draft = empty;
  }
  state = { ready: true, draft, password, refused };
  return draft;
}

export const useDraft = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (read(), state),
    () => serverState,
  );

export function changeDraft(change: Partial<Draft>) {
  draft = { ...read(), ...change };
  refused = Object.fromEntries(Object.entries(refused).filter(([field]) => !(field in change)));
  tabStorage.set(KEY, JSON.stringify(draft));
  publish();
}

/**
 * Applies choices made before signup opened. After a reload the same choices arrive again and are ignored, so
 * that they do not overwrite later input.
 */
export function beginDraft(chosen: Partial<Draft>) {
  const mark = JSON.stringify(chosen);
  if (tabStorage.get(BEGUN_KEY) === mark) return;
  changeDraft(chosen);
  tabStorage.set(BEGUN_KEY, mark);
}

export function changePassword(value: string) {
  password = value;
  const { password: _gone, ...others } = refused;
  refused = others;
  publish();
}

export function refuseDraft(fields: Partial<Record<string, FieldCode>>) {
  refused = fields;
  publish();
}

export function forgetDraft() {
  draft = empty;
  password = '';
  refused = {};
  tabStorage.remove(KEY);
  for (const key of [STEP_KEY, BEGUN_KEY]) tabStorage.remove(key);
  publish();
}

/** Stores the modal's step, which is not in the URL, so that a reload returns to it. */
export function rememberStep(step: Step) {
  if (itemOf(formSteps, step)) tabStorage.set(STEP_KEY, step);
}

/**
 * The last step reached in the modal, or else the first. After a reload the password must be entered again.
 */
export function reachedStep(): Step {
  const stored = itemOf(formSteps, tabStorage.get(STEP_KEY)) ?? 'message';
  return stored === 'about' ? 'personal' : stored;
}
