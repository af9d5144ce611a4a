import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { startFakeYoti } from '#support/services/fake-yoti.ts';
import { changeSettings } from '#support/site-settings.ts';

// The journey through Yoti's page and back. Only the service itself is a double.

const yoti = await startFakeYoti();
const { site, browser } = await siteForTests({
  AGE_PROVIDERS: 'yoti,office',
  YOTI_SDK_ID: yoti.sdkId,
  YOTI_API_KEY: yoti.apiKey,
  YOTI_URL: yoti.url,
  YOTI_PUBLIC_KEY: yoti.publicKey,
});
const pages = await memberPages(site, browser);
beforeAll(() => changeSettings(site, { age_assurance: { IE: 'before_contact' } }));
afterAll(() => yoti.close());

test.each(['phone', 'desktop'] as const)(
  'leads a member on a %s to Yoti and back, also after giving up there',
  async (device) => {
    const member = await pages.plant({ name: `Niamh${device}`, country: 'IE' });
    const page = await pages.page(member, { device });
    const atYoti = async (outcome: string) => {
      const link = page.getByRole('link', { name: outcome });
      await link.waitFor();
      expect(page.url().startsWith(yoti.url)).toBe(true);
      await link.click();
      await page.waitForURL('**/en/age-check?sessionId=*');
      const session = new URL(page.url()).searchParams.get('sessionId') ?? '';
      await page.request.post('/api/age-check-notification.php?provider=yoti', {
        data: yoti.notification(session),
      });
    };
    await pages.open(page, '/en/age-check');
    await page.getByText("Yoti only tells us whether you're an adult").waitFor();
    await page.getByRole('button', { name: 'Check my age' }).first().click();
    await atYoti('cancel');
    await page.getByRole('button', { name: 'Check my age' }).first().click();
    await atYoti('adult');
    await page.getByRole('heading', { name: 'Your age has been checked' }).waitFor();
  },
);
