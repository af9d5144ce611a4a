/** Namespaces of the profile screen. */
export const profileTexts = ['members', 'profile', 'prompts', 'photos', 'likes', 'voice_intro'];
