import { editableFields, type EditableField, type HideableField } from '#contract/profile-fields.ts';

/** The pages of the member's own profile, in the order of their list. */
export const profileSections = [
  'photos',
  'basics',
  'place',
  'about',
  'prompts',
  'interests',
  'love',
  'life',
  'looks',
] as const;
export type ProfileSection = (typeof profileSections)[number];

/** The section in which a member edits a field. */
export const sectionOf: Record<EditableField, ProfileSection> = {
  name: 'basics',
  date_of_birth: 'basics',
  partner_date_of_birth: 'basics',
  gender: 'basics',
  gender_sought: 'basics',
  country: 'place',
  region: 'place',
  city: 'place',
  about: 'about',
  prompts: 'prompts',
  interests: 'interests',
  intention: 'love',
  relationship_status: 'love',
  sexuality: 'love',
  pronouns: 'love',
  languages: 'life',
  children: 'life',
  education: 'life',
  smoking: 'life',
  drinking: 'life',
  height: 'looks',
  body_type: 'looks',
  hair_color: 'looks',
  eye_color: 'looks',
  tattoos: 'looks',
};

export const fieldsIn = (section: ProfileSection): EditableField[] =>
  editableFields.filter((field) => sectionOf[field] === section);

/** Sections of which the site asks for at least one field. The photos have no field. */
export const sectionsAskedFor = (hidden: readonly HideableField[]): ProfileSection[] =>
  profileSections.filter(
    (section) =>
      section === 'photos' || fieldsIn(section).some((field) => !hidden.some((other) => other === field)),
  );

export const PROFILE_PATH = '/profile';

/** The photos are on the page of the list. */
export const profilePath = (section: ProfileSection): string =>
  section === 'photos' ? PROFILE_PATH : `${PROFILE_PATH}/${section}`;
