/** What the owner answered. An expired grant is deleted. */
export const photoAccessStates = ['asked', 'granted', 'declined'] as const;
export type PhotoAccessState = (typeof photoAccessStates)[number];

/** `none` declines a request or ends a grant. */
export const photoAnswers = ['always', 'day', 'none'] as const;
export type PhotoAnswer = (typeof photoAnswers)[number];

/** What somebody who asked can know: a declined request looks like one without an answer. */
export const photoRequestStates = ['none', 'asked', 'granted'] as const;
export type PhotoRequestState = (typeof photoRequestStates)[number];
