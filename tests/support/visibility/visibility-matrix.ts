import type { PlantOptions } from '../members.ts';

// What a viewer sees of a member in each state, on each surface.

export interface State {
  options: PlantOptions;
  blocks?: 'viewer' | 'other';
  conversation?: boolean;
  /** The other member does not like the viewer. By default the two like each other. */
  unliking?: boolean;
  resells?: boolean;
  /** The other member has conditions for contact that the viewer does not meet (docs/product.md 6.9). */
  contact?: 'requests' | 'refused';
  /** The conversation is among the viewer's requests. */
  request?: boolean;
  /** The viewer's present or former country asks for an age check, and the viewer has none (docs/product.md 6.18). */
  unchecked?: 'present' | 'former';
  /** Who has the other among their contacts that they block in advance (docs/product.md 6.22). */
  acquainted?: 'viewer' | 'other';
  /** The member belongs to a site of another pool. */
  elsewhere?: boolean;
}

export const states: Record<string, State> = {
  active: { options: {} },
  fictional: { options: { kind: 'fictional' } },
  'active, with a conversation': { options: {}, conversation: true },
  invisible: { options: { invisible: true } },
  'invisible, with a conversation': { options: { invisible: true }, conversation: true },
  'incognito, and likes the viewer': { options: { incognito: true } },
  incognito: { options: { incognito: true }, unliking: true },
  'incognito, with a conversation': { options: { incognito: true }, unliking: true, conversation: true },
  'incognito, and likes the viewer, who blocked them': { options: { incognito: true }, blocks: 'viewer' },
  unconfirmed: { options: { status: 'not_confirmed' } },
  'unconfirmed, with a conversation': { options: { status: 'not_confirmed' }, conversation: true },
  'pending deletion': { options: { status: 'pending_deletion' } },
  'pending deletion, with a conversation': { options: { status: 'pending_deletion' }, conversation: true },
  banned: { options: { status: 'banned' } },
  'banned, with a conversation': { options: { status: 'banned' }, conversation: true },
  deleted: { options: { status: 'deleted' } },
  'disabled by an operator': { options: { disabled: true } },
  'disabled by an operator, with a conversation': { options: { disabled: true }, conversation: true },
  'with a resold cam listing': { options: { kind: 'cam', cam_variant: 'resell' } },
  'with a resold cam listing, on a site that shows them': {
    options: { kind: 'cam', cam_variant: 'resell' },
    resells: true,
  },
  'of another pool of sites': { options: {}, elsewhere: true },
  // No call makes such a conversation.
  'of another pool of sites, with a conversation': { options: {}, conversation: true, elsewhere: true },
  'who blocked the viewer': { options: {}, blocks: 'other' },
  'invisible, who blocked the viewer': { options: { invisible: true }, blocks: 'other' },
  'banned, who blocked the viewer': { options: { status: 'banned' }, blocks: 'other' },
  'blocked by the viewer': { options: {}, blocks: 'viewer' },
  'invisible, blocked by the viewer': { options: { invisible: true }, blocks: 'viewer' },
  'among the contacts of the viewer': { options: {}, acquainted: 'viewer' },
  'among the contacts of the viewer, with a conversation': {
    options: {},
    acquainted: 'viewer',
    conversation: true,
  },
  'who has the viewer among their contacts': { options: {}, acquainted: 'other' },
  'who has the viewer among their contacts, with a conversation': {
    options: {},
    acquainted: 'other',
    conversation: true,
  },
  'who has the viewer among their contacts and blocked them': {
    options: {},
    acquainted: 'other',
    blocks: 'other',
  },
  'whose conditions refuse the viewer': { options: {}, contact: 'refused' },
  'whose conditions refuse the viewer, with a conversation': {
    options: {},
    contact: 'refused',
    conversation: true,
  },
  'whose conditions make the viewer a request': { options: {}, contact: 'requests' },
  'whose message is a request': { options: {}, conversation: true, request: true },
  'active, to a viewer without an age check': { options: {}, unchecked: 'present' },
  'active, with a conversation, to a viewer without an age check': {
    options: {},
    conversation: true,
    unchecked: 'present',
  },
  'active, to a viewer who left a country without its age check': { options: {}, unchecked: 'former' },
};

/**
 * Surfaces of the product and the expected result on each: `seen`, `no` (as if the member did not exist) or
 * `blocked` (the sentence shown to a blocked member).
 */
export const surfaces = [
  'search',
  'count',
  'related',
  'received likes',
  'sent likes',
  'new likes',
  'activity',
  'bell',
  'swipe',
  'profile',
  'like',
  'by traits',
  'count by traits',
  'nearest',
  'similar',
  'recently viewed',
  'distance',
  'main photo',
  'photo on request',
  'ask for photos',
  'photo requests',
  'chat list',
  'chat search by name',
  'chat search by words',
  'chat',
  'send',
  'react',
  'like mail',
  'like push',
  'message mail',
  'message push',
  'saved search',
  'saved search mail',
  'saved search push',
  'people of the day',
  'people chosen before',
  'travellers',
] as const;
export type Surface = (typeof surfaces)[number];
export type Seen = 'seen' | 'no' | 'blocked' | 'by the viewer' | 'unconfirmed' | 'refused' | 'unchecked';

const listsOnly = (seen: Seen): Record<Surface, Seen> => ({
  search: seen,
  count: seen,
  related: seen,
  'received likes': seen,
  'sent likes': seen,
  'new likes': seen,
  activity: seen,
  bell: seen,
  swipe: seen,
  profile: seen,
  like: seen,
  'by traits': seen,
  'count by traits': seen,
  nearest: seen,
  similar: seen,
  'recently viewed': seen,
  distance: seen,
  'main photo': seen,
  'photo on request': seen,
  'ask for photos': seen,
  'photo requests': seen,
  'chat list': 'no',
  'chat search by name': 'no',
  'chat search by words': 'no',
  chat: seen,
  send: seen,
  react: 'no',
  'like mail': seen,
  'like push': seen,
  'message mail': 'no',
  'message push': 'no',
  'saved search': seen,
  'saved search mail': seen,
  'saved search push': seen,
  'people of the day': seen,
  'people chosen before': seen,
  travellers: seen,
});
const conversing = {
  'chat list': 'seen' as const,
  'chat search by name': 'seen' as const,
  'chat search by words': 'seen' as const,
  react: 'seen' as const,
  'message mail': 'seen' as const,
  'message push': 'seen' as const,
};
const nowhere = listsOnly('no');
/** The owner sees whoever asked for photos, like the sender of a message. */
const hasAsked = { 'photo requests': 'seen' as const };
/**
 * In an existing conversation the profile opens, earlier likes and recently viewed entries stay visible, and
 * the conversation continues. Every other surface hides the member.
 */
const throughConversation = {
  ...nowhere,
  profile: 'seen' as const,
  'received likes': 'seen' as const,
  'sent likes': 'seen' as const,
  'new likes': 'seen' as const,
  activity: 'seen' as const,
  bell: 'seen' as const,
  'recently viewed': 'seen' as const,
  distance: 'seen' as const,
  'main photo': 'seen' as const,
  'photo on request': 'seen' as const,
  'ask for photos': 'seen' as const,
  ...hasAsked,
  chat: 'seen' as const,
  send: 'seen' as const,
  'like mail': 'seen' as const,
  'like push': 'seen' as const,
  ...conversing,
};
/** A member who does not like the viewer, as a like meets every condition for contact. */
const unlikingViewer = {
  'received likes': 'no',
  'new likes': 'no',
  activity: 'no',
  bell: 'no',
  'like mail': 'no',
  'like push': 'no',
} as const;
/** The viewer sees everybody and reaches nobody. */
const uncheckedViewer = { like: 'unchecked', 'ask for photos': 'unchecked', send: 'unchecked' } as const;
/** A cam listing appears in lists and has a page. Nobody can write to it, and the swipe game omits it. */
const camListing = { ...listsOnly('seen'), swipe: 'no' as const, chat: 'no' as const, send: 'no' as const };
/** Nobody is told that a fictional profile or a cam listing is new, or gets them as one of the people of a day. */
const notAnnounced = { 'saved search': 'no', 'people of the day': 'no' } as const;
/** Nobody is chosen for a day to whom the viewer writes already. */
const notChosen = { 'people of the day': 'no' } as const;

const blockedByViewer = {
  ...nowhere,
  profile: 'seen' as const,
  distance: 'seen' as const,
  'main photo': 'seen' as const,
  'photo on request': 'seen' as const,
  'ask for photos': 'by the viewer' as const,
  chat: 'seen' as const,
  send: 'by the viewer' as const,
  'like push': 'seen' as const,
};

export const expected: Record<keyof typeof states, Record<Surface, Seen>> = {
  active: listsOnly('seen'),
  fictional: { ...listsOnly('seen'), ...notAnnounced },
  'active, with a conversation': { ...listsOnly('seen'), ...conversing, ...notChosen },
  invisible: { ...nowhere, ...hasAsked },
  'invisible, with a conversation': throughConversation,
  'incognito, and likes the viewer': {
    ...throughConversation,
    like: 'seen',
    'chat list': 'no',
    'chat search by name': 'no',
    'chat search by words': 'no',
    react: 'no',
    'message mail': 'no',
    'message push': 'no',
  },
  incognito: { ...nowhere, ...hasAsked },
  'incognito, with a conversation': { ...throughConversation, ...unlikingViewer },
  'incognito, and likes the viewer, who blocked them': blockedByViewer,
  // Sending to an unconfirmed member has an error code of its own.
  unconfirmed: { ...nowhere, ...hasAsked, send: 'unconfirmed' },
  'unconfirmed, with a conversation': {
    ...nowhere,
    profile: 'seen',
    distance: 'seen',
    'main photo': 'seen',
    'photo on request': 'seen',
    'ask for photos': 'seen',
    ...hasAsked,
    chat: 'seen',
    send: 'unconfirmed',
    'like push': 'seen',
    ...conversing,
  },
  'pending deletion': nowhere,
  'pending deletion, with a conversation': nowhere,
  banned: nowhere,
  'banned, with a conversation': nowhere,
  deleted: nowhere,
  'disabled by an operator': nowhere,
  'disabled by an operator, with a conversation': nowhere,
  // A listing has no session, so it asks for nothing.
  'with a resold cam listing': { ...nowhere, ...hasAsked },
  'with a resold cam listing, on a site that shows them': { ...camListing, ...notAnnounced },
  'of another pool of sites': nowhere,
  'of another pool of sites, with a conversation': { ...nowhere },
  'who blocked the viewer': {
    ...nowhere,
    profile: 'blocked',
    like: 'blocked',
    distance: 'blocked',
    'ask for photos': 'blocked',
    chat: 'blocked',
    send: 'blocked',
  },
  'invisible, who blocked the viewer': nowhere,
  'banned, who blocked the viewer': nowhere,
  'blocked by the viewer': blockedByViewer,
  'invisible, blocked by the viewer': nowhere,
  'among the contacts of the viewer': nowhere,
  'among the contacts of the viewer, with a conversation': nowhere,
  'who has the viewer among their contacts': nowhere,
  'who has the viewer among their contacts, with a conversation': nowhere,
  'who has the viewer among their contacts and blocked them': nowhere,
  'whose conditions refuse the viewer': {
    ...listsOnly('seen'),
    ...unlikingViewer,
    ...notChosen,
    swipe: 'no',
    like: 'refused',
    'ask for photos': 'refused',
    send: 'refused',
  },
  'whose conditions refuse the viewer, with a conversation': {
    ...listsOnly('seen'),
    ...conversing,
    ...unlikingViewer,
    ...notChosen,
    swipe: 'no',
    like: 'refused',
  },
  'whose conditions make the viewer a request': { ...listsOnly('seen'), ...unlikingViewer, ...notChosen },
  'whose message is a request': { ...listsOnly('seen'), ...notChosen },
  'active, to a viewer without an age check': { ...listsOnly('seen'), ...uncheckedViewer },
  'active, to a viewer who left a country without its age check': {
    ...listsOnly('seen'),
    ...uncheckedViewer,
  },
  'active, with a conversation, to a viewer without an age check': {
    ...listsOnly('seen'),
    ...conversing,
    ...uncheckedViewer,
    ...notChosen,
    react: 'unchecked',
  },
};
