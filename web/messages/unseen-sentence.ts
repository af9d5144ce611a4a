import type { ImageStatus } from '#contract/chat/sent-images.ts';

/** What stands in the place of an image that is not shown. */
export function sentenceOf(status: ImageStatus, own: boolean) {
  if (status === 'refused') return own ? 'image.refused_own' : 'image.refused';
  if (status === 'declined') return own ? 'covered.declined_own' : 'covered.declined';
  return 'image.inspecting';
}
