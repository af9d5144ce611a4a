export const invitePath = (token: string): string => `/complete-signup?invite=${token}`;
