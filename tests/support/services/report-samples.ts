// Shortened reports of three mail servers and three feedback loops, with made-up addresses, for the inbound
// mail port. `token` is the local part of the return path.

const original = (token: string) => `Return-Path: <${token}@returns.liaison.example>
From: Liaison <no-reply@liaison.example>
To: anna@example.org
Subject: Bram wrote to you
Message-ID: <1b2c@liaison.example>
X-Report-Token: ${token}
MIME-Version: 1.0
Content-Type: text/plain

A message from Bram is waiting for you.
`;

/** Multipart reports differ only in their texts. */
const report = (options: {
  from: string;
  subject: string;
  id: string;
  type: string;
  parts: [string, string][];
}) => `From: ${options.from}
Subject: ${options.subject}
Message-ID: <${options.id}>
Date: Sun, 22 Nov 2026 10:00:00 +0000
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=${options.type}; boundary="=_edge"

${options.parts.map(([type, body]) => `--=_edge\nContent-Type: ${type}\n\n${body}`).join('\n')}
--=_edge--
`;

export const dsnSamples: { provider: string; status: string; raw(token: string): string }[] = [
  {
    provider: 'Postfix',
    status: '5.1.1',
    raw: (token) =>
      report({
        from: 'MAILER-DAEMON@mx.example.org (Mail Delivery System)',
        subject: 'Undelivered Mail Returned to Sender',
        id: 'postfix-1@mx.example.org',
        type: 'delivery-status',
        parts: [
          [
            'text/plain; charset=us-ascii',
            '<anna@example.org>: host mx.example.org said: 550 5.1.1 User unknown (in reply to RCPT TO command)\n',
          ],
          [
            'message/delivery-status',
            'Reporting-MTA: dns; mx.example.org\nX-Postfix-Queue-ID: 4F1\n\nFinal-Recipient: rfc822; anna@example.org\nOriginal-Recipient: rfc822;anna@example.org\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; mx.example.org\nDiagnostic-Code: smtp; 550 5.1.1 User unknown\n',
          ],
          ['message/rfc822', original(token)],
        ],
      }),
  },
  {
    provider: 'Gmail',
    status: '4.2.2',
    raw: (token) =>
      report({
        from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
        subject: 'Delivery Status Notification (Failure)',
        id: 'gmail-1@mail.example',
        type: 'delivery-status',
        parts: [
          ['text/html; charset="UTF-8"', '<p>Your message was not delivered: the mailbox is full.</p>\n'],
          [
            'message/delivery-status',
            'Reporting-MTA: dns; googlemail.example\nArrival-Date: Sun, 22 Nov 2026 01:00:00 -0800 (PST)\nX-Original-Message-ID: <1b2c@liaison.example>\n\nFinal-Recipient: rfc822; anna@example.org\nAction: failed\nStatus: 4.2.2\nDiagnostic-Code: smtp; The email account that you tried to reach is over quota.\nLast-Attempt-Date: Sun, 22 Nov 2026 02:00:00 -0800 (PST)\n',
          ],
          ['message/rfc822', original(token)],
        ],
      }),
  },
  {
    provider: 'Exchange',
    status: '5.7.1',
    raw: () =>
      report({
        from: '<postmaster@outlook.example>',
        subject: 'Undeliverable: Bram wrote to you',
        id: 'exchange-1@outlook.example',
        type: 'delivery-status',
        parts: [
          ['text/plain; charset="us-ascii"', 'Your message to anna@example.org could not be delivered.\n'],
          [
            'message/delivery-status',
            'Reporting-MTA: dns;AM0PR01.outlook.example\nReceived-From-MTA: dns;mail.liaison.example\n\nOriginal-Recipient: rfc822;anna@example.org\nFinal-Recipient: rfc822;anna@example.org\nAction: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp;550 5.7.1 Blocked by policy\nX-Display-Name: Anna\n',
          ],
          // The report does not include the mail itself, so only the envelope names the recipient.
          ['text/rfc822-headers', 'Subject: Bram wrote to you\nMessage-ID: <1b2c@liaison.example>\n'],
        ],
      }),
  },
];

export const arfSamples: { provider: string; raw(token: string): string }[] = [
  {
    provider: 'Yahoo',
    raw: (token) =>
      report({
        from: 'Yahoo! Mail AntiSpam Feedback <feedback@arf.mail.example>',
        subject: 'FW:Bram wrote to you',
        id: 'yahoo-1@arf.mail.example',
        type: 'feedback-report',
        parts: [
          ['text/plain; charset="US-ASCII"', 'This is an email abuse report.\n'],
          [
            'message/feedback-report',
            `Feedback-Type: abuse\nUser-Agent: Yahoo!-Mail-Feedback/2.0\nVersion: 0.1\nOriginal-Mail-From: <${token}@returns.liaison.example>\nOriginal-Rcpt-To: redacted@yahoo.example\nReceived-Date: Sun, 22 Nov 2026 10:00:00 PST\n`,
          ],
          ['message/rfc822', original('redacted').replace('anna@example.org', 'redacted@yahoo.example')],
        ],
      }),
  },
  {
    provider: 'Outlook',
    raw: (token) =>
      report({
        from: 'staff@hotmail.example',
        subject: 'complaint about message from 192.0.2.1',
        id: 'outlook-1@hotmail.example',
        type: 'feedback-report',
        parts: [
          [
            'message/feedback-report',
            'Feedback-Type: abuse\nUser-Agent: Outlook-FBL/1.0\nVersion: 1\nSource-IP: 192.0.2.1\n',
          ],
          [
            'message/rfc822',
            original(token)
              .replace(/^Return-Path.*\n/, '')
              .replace('anna@example.org', '<redacted>'),
          ],
        ],
      }),
  },
  {
    provider: 'Validity',
    raw: (token) =>
      report({
        from: 'feedbackloop@fbl.example',
        subject: 'Abuse report',
        id: 'validity-1@fbl.example',
        type: 'feedback-report',
        parts: [
          [
            'text/plain',
            'This is a Comcast email abuse report for an email message received on Sun, 22 Nov 2026.\n',
          ],
          [
            'message/feedback-report',
            'Feedback-Type: abuse\nUser-Agent: ReturnPathFBL/1.0\nVersion: 1\nRemoval-Recipient: anna@example.org\n',
          ],
          [
            'text/rfc822-headers',
            `Received: from mail.liaison.example\nX-Report-Token: ${token}\nSubject: Bram wrote to you\n`,
          ],
        ],
      }),
  },
];

export const delayedDsn = (token: string) =>
  dsnSamples[0]!
    .raw(token)
    .replace('Action: failed', 'Action: delayed')
    .replace('Status: 5.1.1', 'Status: 4.4.1');

export const notSpamArf = (token: string) =>
  arfSamples[0]!.raw(token).replace('Feedback-Type: abuse', 'Feedback-Type: not-spam');

export const outOfOffice = (token: string) => `From: anna@example.org
To: ${token}@returns.liaison.example
Subject: Out of office: Bram wrote to you
Auto-Submitted: auto-replied
Message-ID: <ooo-1@example.org>

I am on the beach until Monday. Status: 5.1.1
`;
