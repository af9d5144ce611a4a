/** The closed lists of the product (docs/product.md 3.1), snake_case on the wire. */
export const genders = ['male', 'female'] as const;
export const sexualities = ['hetero', 'gay', 'lesbian', 'bi'] as const;
export const hairColors = ['brunette', 'blond', 'brown', 'white', 'bald', 'black', 'dark_blond', 'dark_brown', 'gray', 'red', 'other'] as const;
export const relationshipStatuses = ['divorced', 'living_together', 'married', 'single', 'widowed', 'unmarried'] as const;
export const bodyTypes = ['slim', 'normal', 'fat'] as const;
export const eyeColors = ['blue', 'green', 'hazel', 'brown'] as const;
export const tattooAnswers = ['none', 'some', 'many'] as const;
export const profileKinds = ['member', 'fictional', 'cam'] as const;
export const camVariants = ['cam', 'resell'] as const;
export const userStatuses = ['not_confirmed', 'active', 'pending_deletion', 'banned'] as const;
export const profileStatuses = ['active', 'disabled'] as const;
export const photoStatuses = ['inspecting', 'active', 'refused'] as const;
/** What the screening of a picture noticed: nothing to see, like one that was refused, doubted by the service, not answered by it. */
export const photoFlags = ['empty', 'refused_before', 'screening', 'not_screened'] as const;
export type PhotoFlag = (typeof photoFlags)[number];
export const messageKinds = ['text', 'image', 'gift', 'deleted'] as const;
export const paymentStatuses = ['loading', 'pending', 'completed', 'failed', 'cancelled'] as const;
export const sortOrders = ['newest', 'active', 'nearest'] as const;
/** Upper ends of the distance bands in kilometres between city centres; what is farther is not told. */
export const distanceBands = [10, 25, 50, 100, 250, 500] as const;
export const likeTypes = ['received', 'sent', 'matches'] as const;
export const deleteReasons = ['price', 'found_someone', 'not_looking', 'site_problems', 'no_members', 'time', 'other'] as const;
export const disabledNotificationReasons = ['fbl', 'bounce', 'listunsubscribe'] as const;
export const complaintCategories = ['fake_profile', 'harassment', 'spam', 'underage', 'illegal_content', 'privacy', 'payment', 'other'] as const;
export const complaintStates = ['received', 'looked_at', 'decided'] as const;
export const complaintOutcomes = ['content_removed', 'account_closed', 'warned', 'suspended', 'no_violation', 'answered'] as const;
/** What operators may do; an `owner` may do everything. */
export const roles = ['owner', 'moderator', 'support', 'writer', 'editor', 'finance'] as const;

/** Notification types (docs/product.md 3). */
export const notificationTypes = [
  'new_conversations',
  'new_messages',
  'like',
  'unread_message_reminders',
  'promotions',
  'weekly_updates',
  'news',
  'reminders',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Payment methods that a gateway may offer; which are offered is the gateway's answer by country. */
export const paymentMethods = [
  'sdd',
  'prezelewy24',
  'blik',
  'sct',
  'giropay',
  'mastercard',
  'visa',
  'creditcard',
  'dankort',
  'mobilepay',
  'swish',
  'twint',
  'satispay',
  'vipps',
  'cartebancaire',
  'nexi',
  'ideal',
  'bancontact',
  'applepay',
  'paysafecard',
  'maestro',
  'paypal',
  'sofort',
  'eps',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** The interests (docs/product.md 3.1), in the order that screens show them. */
export const interests = [
  'relationship',
  'onenightstand',
  'kissing',
  'hugging',
  'massages',
  'lingerie',
  'sex',
  'safesex',
  'publicsex',
  'oralsex',
  'analsex',
  'sextoys',
  'masturbating',
  'exchangingpictures',
  'threesome',
  'gangbang',
  'bondage',
  'sadomasochism',
  'gym',
  'sports',
  'dancing',
  'travelling',
  'adventure',
  'party',
  'tattoos',
  'music',
  'movies',
  'videogames',
  'politics',
  'outdoors',
  'gardening',
  'hiking',
  'biking',
  'reading',
  'animals',
  'beach',
  'art',
  'photography',
  'theater',
  'shopping',
  'fashion',
  'astrology',
  'cooking',
  'foodie',
  'bbq',
  'sushi',
  'vegetarian',
  'wine',
  'beer',
  'tea',
  'coffee',
] as const;
export type Interest = (typeof interests)[number];

export type Gender = (typeof genders)[number];
export type ProfileKind = (typeof profileKinds)[number];
export type UserStatus = (typeof userStatuses)[number];
export type PhotoStatus = (typeof photoStatuses)[number];
export type MessageKind = (typeof messageKinds)[number];
export type PaymentStatus = (typeof paymentStatuses)[number];
export type SortOrder = (typeof sortOrders)[number];
export type LikeType = (typeof likeTypes)[number];
export type DeleteReason = (typeof deleteReasons)[number];
export type Role = (typeof roles)[number];

/** Whether somebody with these roles may do what is for `needed`. */
export const hasRole = (own: readonly string[], needed: readonly Role[]): boolean => own.includes('owner') || needed.some((role) => own.includes(role));
export type ComplaintCategory = (typeof complaintCategories)[number];
export type ComplaintOutcome = (typeof complaintOutcomes)[number];
export type DisabledNotificationReason = (typeof disabledNotificationReasons)[number];

/** For how many days a member can pause all mails of news. */
export const mailPauseDays = [7, 30, 90] as const;
export type MailPauseDays = (typeof mailPauseDays)[number];
