/**
 * The error catalogue: each code with its HTTP status and its English message (docs/product.md 8.1). The web
 * app translates by code. `{name}` is a placeholder for a parameter.
 */
export const errors = {
  bad_request: [400, 'The request is malformed.'],
  unsupported_body: [400, 'The body must be JSON or multipart.'],
  cross_site: [403, 'Requests from other sites are refused.'],
  second_step_required: [401, 'One more step: prove that it is you.'],
  passkey_failed: [422, 'That did not work with this passkey. Try again, or use another way.'],
  token_invalid: [401, 'This access token is unknown or has ended.'],
  login_failed: [401, 'Login failed, please try again'],
  not_enough_credits: [402, 'You do not have enough credits to send this message to {name}.'],
  authentication_required: [403, 'Log in to continue.'],
  address_unconfirmed: [403, 'Confirm your e-mail address first.'],
  second_factor_required: [403, 'Set up a second step first.'],
  fresh_factor_required: [403, 'Confirm with your second step first.'],
  own_decision: [403, 'Somebody else has to decide this.'],
  token_scope: [403, 'This access token was not made for this call.'],
  role_required: [403, 'Your role does not allow this.'],
  all_sites_required: [403, 'This concerns all sites, and your access is limited to some of them.'],
  consent_withdrawn: [
    403,
    'You have withdrawn your consent to the use of your intimate data. You can give it again in your settings.',
  ],
  premium_only: [403, 'This feature is only available for premium members.'],
  blocked_by: [403, "You're blocked by {name}. You do not have access to this page."],
  blocked: [403, 'You have blocked {name}.'],
  account_held: [
    403,
    'We are checking your account. You can write again as soon as somebody has looked at it.',
  ],
  pending_deletion: [403, 'Your account is still pending deletion'],
  banned: [403, 'This account has been closed.'],
  suspended: [403, 'This account is closed until {until}.'],
  conversation_limit: [403, 'Free members can have {limit} conversations.'],
  photo_limit: [403, 'You can have up to {limit} photos.'],
  recipient_unconfirmed: [403, "{name} hasn't confirmed the e-mail address and can not reply yet."],
  photos_unseen: [403, 'You are hidden from {name}. Like or write to {name} first.'],
  contact_paused: [403, '{name} is not taking new contacts for now.'],
  contact_daily: [403, '{name} has had enough new conversations today. Try again tomorrow.'],
  contact_verified: [403, '{name} only wants to hear from verified members.'],
  contact_photo: [403, '{name} only wants to hear from members with a photo.'],
  contact_age: [403, '{name} only wants to hear from members of another age.'],
  contact_country: [403, '{name} only wants to hear from members in other countries.'],
  contact_premium: [403, '{name} only wants to hear from premium members.'],
  contact_declined: [403, '{name} does not want to chat. Credits that you spent here have been returned.'],
  spending_paused: [403, 'You have paused your spending.'],
  fictional_ack_required: [
    403,
    'This is a fictional profile. Confirm that you understand before you spend credits.',
  ],
  desk_stopped: [403, 'This member has paused spending or reached their limit. Write nothing more for now.'],
  signup_closed: [403, 'Signing up is by invitation only.'],
  search_closed: [403, 'Log in to search members.'],
  not_found: [404, 'This page could not be found'],
  email_not_found: [404, 'E-mail address not found'],
  code_not_found: [404, 'Code not found'],
  code_used: [409, 'Code already used'],
  claim_unproven: [
    409,
    'This claim can not be published: it was measured on too few members, too long ago, or is not true.',
  ],
  conflict: [409, 'This was changed elsewhere. Reload and try again.'],
  no_address: [409, 'Your account has no e-mail address. Give it one with npm run operator -- --email.'],
  desk_claimed: [409, '{name} is answering this conversation.'],
  desk_not_claimed: [409, 'Take this conversation before you write in it.'],
  verification_needs_photo: [409, 'First add a photo of yourself that others can see.'],
  photo_is_main: [409, 'This photo is your main photo.'],
  link_expired: [410, 'Link expired or invalid, request a new email'],
  code_expired: [410, 'Code expired'],
  too_large: [413, 'This file is too large (at most {megabytes} MB).'],
  invalid_fields: [422, 'Some fields need your attention.'],
  message_too_long: [422, 'Messages can have {limit} characters.'],
  desk_reminder: [422, 'Read the rule of honesty before you send this.'],
  message_empty: [422, 'Write something first.'],
  photo_unsupported: [422, 'Use a JPEG, PNG, WebP, AVIF or HEIC photo.'],
  photo_heic: [422, 'This HEIC photo can not be read here. Save it as JPEG and try again.'],
  photo_damaged: [422, 'This photo is damaged and can not be read.'],
  photo_too_large: [422, 'This photo has too many pixels (at most {megapixels} megapixels).'],
  discount_not_valid: [422, 'This code is not valid for this order.'],
  method_unavailable: [422, 'This payment method is not available here.'],
  code_invalid: [422, 'Code invalid'],
  old_password_wrong: [422, 'Please check your old password.'],
  password_wrong: [422, 'This password is not right.'],
  directdebit_blocked: [403, 'Your account is blocked for direct debit payments.'],
  directdebit_limit: [
    403,
    'Your limit for direct debit payments has been reached. Please try later, a cheaper package or another payment method.',
  ],
  payment_failed: [402, 'Payment failed or has been cancelled.'],
  login_blocked: [429, 'Too many incorrect attempts, account blocked for {minutes} min.'],
  reset_limit: [429, 'Too many password reset emails sent, please try again tomorrow.'],
  spending_cap: [429, 'You have reached the spending limit that you set for this month.'],
  swipe_limit: [429, 'You have used your likes of today.'],
  too_many_requests: [429, 'Too many requests, please slow down.'],
  internal: [500, 'An error has occurred.'],
  unavailable: [503, 'An error occurred, please try again later.'],
  activation_failed: [500, 'Activation failed'],
  storage_full: [507, 'There is no room to store this now, please try again later.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errors;

/** Error codes of single fields, in `fields` of a 400 or 422 response. */
export const fieldErrors = {
  required: 'This is needed.',
  invalid: 'This is not valid.',
  unknown: 'This is not expected here.',
  too_long: 'This is too long (at most {limit} characters).',
  too_short: 'This is too short (at least {limit} characters).',
  email_invalid: 'Invalid email',
  new_email_invalid: 'New email address is invalid.',
  email_taken: 'An account with this e-mail address already exists',
  new_email_taken: 'This email address already owns an account on this website.',
  name_is_email: 'Username may not be the same as your e-mail address',
  name_starts_with_at: 'Username may not start with @',
  name_invalid: 'This name can not be used.',
  date_of_birth_required: 'Enter your date of birth ({min_age}+)',
  date_of_birth_invalid: 'Invalid date of birth.',
  too_young: 'You have to be at least {min_age} years old.',
  password_short: 'Use at least {limit} characters.',
  password_known: 'This password stands on lists of stolen passwords, or nearly. Choose another one.',
  password_own:
    'This is too close to your name, your e-mail address or where you live. Choose something that has nothing to do with you.',
  password_pattern: 'Rows of keys, repetitions and dates are guessed first. Choose something less regular.',
  password_easy: 'This password is too easy to guess. Add another word or two.',
  passwords_differ: 'The entered passwords are not the same.',
  iban_invalid: 'This IBAN is not valid.',
  phone_invalid: 'This mobile number is not valid.',
  consent_required: 'Your consent is needed for direct debit.',
  intimate_consent_required:
    'Tick this box to continue: without your consent we may not use what you tell us.',
  region_unknown: 'Choose a region of this country.',
  out_of_range: 'This is outside the allowed range.',
  colour_invalid: 'Enter a colour as # and six characters, such as #fffaf6.',
  address_invalid: 'Enter a full address that begins with https://.',
  language_missing: "The site's own language has to be among them.",
  country_missing: 'The site is not open in this country.',
  host_invalid: 'Enter the bare name, such as example.com: without https://, www. or a port.',
  host_taken: 'Another site has this name.',
  pool_has_members: 'A site that has members stays in its pool.',
  picture_invalid: "This picture can't be used. Use PNG, JPEG, WebP or AVIF.",
} as const;
export type FieldCode = keyof typeof fieldErrors;

export interface ErrorBody {
  error: ErrorCode;
  message: string;
  params?: Record<string, string | number>;
  fields?: Record<string, FieldCode>;
}

export const errorSentence = (code: ErrorCode, params: Record<string, string | number> = {}) =>
  errors[code][1].replace(/\{(\w+)\}/g, (whole, key: string) =>
    key in params ? String(params[key]) : whole,
  );
