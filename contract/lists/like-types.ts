export const likeTypes = ['received', 'sent', 'matches'] as const;
export type LikeType = (typeof likeTypes)[number];
