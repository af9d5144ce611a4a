/**
 * Key of the card that a reader opened. The profile shows the card's photo, name and town while the server
 * answers.
 */
export const openedCard = (id: number) => ['openedCard', id] as const;
