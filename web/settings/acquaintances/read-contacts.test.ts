import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashContacts } from './hash-contacts.ts';
import { readContacts, textOf } from './read-contacts.ts';

test('reads pasted numbers and addresses in any separation, each once', () => {
  const text = `06 12 34 56 78, +31 (0)6 12345678; 0031612345678
    Anna.B+dates@GoogleMail.com annab@gmail.com
    Bram de Vries <bram@example.test>, +49 1512 3456789`;
  expect(readContacts(text, 'NL')).toEqual([
    'mobile:+31612345678',
    'mail:annab@gmail.com',
    'mail:bram@example.test',
    'mobile:+4915123456789',
  ]);
});

test('reads numbers without a country code as numbers in the member’s country', () => {
  expect(readContacts('0612345678', 'NL')).toEqual(['mobile:+31612345678']);
  expect(readContacts('0612345678', 'FR')).toEqual(['mobile:+33612345678']);
});

test('leaves out landlines, dates, prices and words', () => {
  expect(readContacts('020 624 1111, 1990-06-15, 12.50, hello @you, a@b, 12345', 'NL')).toEqual([]);
});

test('reads a vCard file with folded lines, groups, types and photos', () => {
  const file = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:Somebody',
    'TEL;TYPE=cell;VALUE=uri:tel:+31-6-1234-5678',
    'item1.EMAIL;type=INTERNET:some',
    ' body@example.test',
    'PHOTO;ENCODING=b;TYPE=JPEG:AAAA0612345679',
    'END:VCARD',
  ].join('\r\n');
  expect(readContacts(file, 'NL')).toEqual(['mobile:+31612345678', 'mail:somebody@example.test']);
});

test('reads CSV files of Google and Outlook', async () => {
  const google =
    'First Name,E-mail 1 - Value,Phone 1 - Value\nAnna,anna@example.test,0612345678 ::: +31 6 87654321\n';
  expect(readContacts(google, 'NL')).toEqual([
    'mail:anna@example.test',
    'mobile:+31612345678',
    'mobile:+31687654321',
  ]);
  const outlook = Buffer.from('\uFEFF"Name"\t"Mobile"\r\n"Ann"\t"06-12345678"\r\n', 'utf16le');
  expect(readContacts((await textOf(new Blob([outlook])))!, 'NL')).toEqual(['mobile:+31612345678']);
});

test('finds nothing in files that are not contacts', async () => {
  expect(await textOf(new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])]))).toBeNull();
  expect(readContacts('<html><body>Hello</body></html>', 'NL')).toEqual([]);
  expect(readContacts('', 'NL')).toEqual([]);
});

test('hashes as the server does', async () => {
  const key = Buffer.alloc(32, 0xfb);
  const [hash] = await hashContacts(['mail:anna@example.test'], key.toString('base64url'));
  expect(hash).toBe(
    createHmac('sha256', key).update('mail:anna@example.test').digest().subarray(0, 16).toString('base64url'),
  );
});
