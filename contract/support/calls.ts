import { supportInboxCalls } from './inbox.ts';
import { supportTemplateCalls } from './templates.ts';
import { supportThreadCalls } from './threads.ts';

export const supportCalls = { ...supportThreadCalls, ...supportInboxCalls, ...supportTemplateCalls };
