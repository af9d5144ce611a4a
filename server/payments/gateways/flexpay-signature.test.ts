import { describe, expect, test } from 'vitest';
import { isSignedPostback, signedUrl, signOrder } from './flexpay-signature.ts';

// Test vectors of Verotel's published libraries (flexpay-php-client, flexpay4j).
const secret = 'zpXwe2D77g4P7ysGJcr3rY87TBYs6J';
const description = 'My Dščřčřřěřě&?=blah123';
const subscription = {
  shopID: '68849',
  saleID: '433456',
  referenceID: 'reference1234',
  priceAmount: '0.00',
  priceCurrency: 'USD',
  custom1: 'My',
  description,
  subscriptionType: 'RECURRING',
  period: 'P1M',
  name: 'My name',
  trialAmount: '0.01',
  trialPeriod: 'P3D',
  declineURL: 'http://declineURL.test',
  cancelDiscountPercentage: '30',
};

describe('the signature of FlexPay', () => {
  test('matches the vectors of both libraries, and ignores unknown parameters', () => {
    expect(signOrder(secret, { ...subscription, successURL: 'http://backURL.test', blah: 'something' })).toBe(
      'ff5cf9bcc0497c8cb40087065e5016dcfbe2efd23327f6c67614fa23537c24b2',
    );
    expect(
      signOrder(secret, { ...subscription, successURL: 'http://successURL.test', blah: 'something' }),
    ).toBe('1a790e1ebf654b9a38884a5c9a867a7e57134f103a1c9c8d9854da794a839d03');
  });

  test('of a purchase URL matches the vector, with the e-mail unsigned', () => {
    const url = signedUrl('https://secure.verotel.com/startorder', secret, {
      priceAmount: '45.20',
      priceCurrency: 'EUR',
      description,
      paymentMethod: 'CC',
      email: 'foo@example.com',
      custom1: 'custom1',
      custom2: 'custom2',
      custom3: 'custom3',
      referenceID: 'ref1',
      shopID: '60678',
      successURL: 'http://example.com/approve',
      declineURL: 'http://example.com/decline',
      type: 'purchase',
      version: '4',
    });
    expect(url).toContain(
      'description=My+D%C5%A1%C4%8D%C5%99%C4%8D%C5%99%C5%99%C4%9B%C5%99%C4%9B%26%3F%3Dblah123&email=foo%40example.com',
    );
    expect(url.endsWith('&signature=08a33095ae3f4cee4ba25bc50a4076d11c008b84e40423a1cd436c29d2a9225b')).toBe(
      true,
    );
  });

  test('drops empty parameters and keeps a zero', () => {
    expect(signOrder(secret, { ...subscription, custom2: '' })).toBe(signOrder(secret, subscription));
    expect(signOrder(secret, { ...subscription, custom2: '0' })).not.toBe(signOrder(secret, subscription));
  });

  test('of a postback covers all parameters, may be upper case, and may not be SHA-1', () => {
    const { saleID: _saleID, ...rest } = subscription;
    const postback = {
      ...rest,
      successURL: 'http://successURL.test',
      signature: '0df722dd32b8a9f68e3ae4e3f226651eba1397d7928862635ba32674dc7bed6a',
    };
    expect(isSignedPostback(secret, postback)).toBe(true);
    expect(isSignedPostback(secret, { ...postback, signature: postback.signature.toUpperCase() })).toBe(true);
    expect(isSignedPostback(secret, { ...postback, custom2: 'Your' })).toBe(false);
    expect(
      isSignedPostback(secret, {
        ...subscription,
        blah: 'something',
        signature: 'fc63f38e2722d2e5bc4f2044ad3ffb2051e89643',
      }),
    ).toBe(false);
  });
});
