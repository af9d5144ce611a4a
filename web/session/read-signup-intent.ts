import { isCountry } from '#contract/lists/countries.ts';
import { genders } from '#contract/lists/genders.ts';
import { interests as allInterests } from '#contract/profile-fields.ts';
import type { SignupIntent } from './signup-intent.ts';

const acts = ['chat', 'photos', 'like', 'gift'] as const;
/** Longest text that is taken from a form; longer input is not from a person. */
const MOST_TEXT = 1000;

/**
 * Reads the intent from a form or a query string. Field names are those of `SignupIntent`, plus the interests
 * as `pair1`…; unknown fields are ignored.
 */
export function readSignupIntent(fields: FormData | URLSearchParams): SignupIntent {
  const text = (name: string, most = 100) => {
    const value = fields.get(name);
    return typeof value === 'string' && value.trim() ? value.trim().slice(0, most) : undefined;
  };
  const profile = Number(text('profile'));
  const country = text('country');
  const chosen = [
    ...fields.getAll('interests'),
    fields.get('pair1'),
    fields.get('pair2'),
    fields.get('pair3'),
  ];
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
