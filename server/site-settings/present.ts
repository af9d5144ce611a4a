import { countries, isCountry } from '#contract/lists/countries.ts';
import { currencyOf } from '#contract/lists/currencies.ts';
import { offeredGenders } from '#contract/lists/genders.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { Settings } from '#contract/site-settings/settings.ts';

interface Surroundings {
  host: string;
  sharedWith: string[];
  companyId: number;
  geoipCountry: string | null;
  pushPublicKey: string | null;
  production: boolean;
  trafficSource: boolean;
  hasTranslationService: boolean;
  hasTurnServer: boolean;
}

export function presentSettings(site: SiteSettings, around: Surroundings): Settings {
  return {
    countries: site.countries.map((code) => ({
      code,
      language: countries[code].language,
      region_label: countries[code].regionLabel,
      currency: currencyOf(code, site.country_currencies),
    })),
    name: site.name,
    index_title: site.index_title,
    description: site.description,
    visible_profile_fields: site.visible_profile_fields,
    visible_profile_notes: site.visible_profile_notes,
    geoip_country: around.geoipCountry,
    geoip_selected_country:
      around.geoipCountry && isCountry(around.geoipCountry) && site.countries.includes(around.geoipCountry)
        ? around.geoipCountry
        : null,
    cdn_prefix: '',
    message_credits: site.message_credits,
    signup_credits: site.signup_credits,
    photo_credits: site.photo_credits,
    voice_credits: site.voice_credits,
    gift_credits: site.gift_credits,
    free_messages: site.free_messages,
    free_conversations: site.free_conversations,
    free_photos: site.free_photos,
    premium_photos: site.premium_photos,
    message_length: site.message_length,
    minimum_message_costs: site.minimum_message_costs,
    support_email: site.support_email,
    support_phone: site.support_phone,
    enable_site_entry_popup: site.enable_site_entry_popup,
    push_public_key: around.pushPublicKey,
    search_fields: site.search_fields,
    genders: offeredGenders(site.more_genders),
    premium_filters: site.premium_filters,
    swipe_likes: site.swipe_likes,
    shared_with: around.sharedWith,
    domain: around.host,
    domain_language: site.domain_language,
    languages: site.languages,
    translation: !site.message_translation ? 'off' : around.hasTranslationService ? 'service' : 'browser',
    video_calls: site.video_calls && around.hasTurnServer,
    voice_intros: site.voice_intros,
    fictional_warning: site.fictional_warning,
    fictional_singular: site.fictional_singular,
    fictional_plural: site.fictional_plural,
    fictional_icon: site.fictional_icon,
    refund_days: site.refund_days,
    reactivation_days: site.reactivation_days,
    signups: site.signups,
    logged_out_search: site.logged_out_search,
    logged_out_search_trafficsource: site.logged_out_search_trafficsource,
    member_resell: site.member_resell,
    public_transparency: site.public_transparency,
    niche: site.niche,
    company_id: around.companyId,
    mail_name: site.mail_name,
    min_age: site.min_age,
    time_zone: site.time_zone,
    theme: site.theme,
    leave_url: site.leave_url,
    accent: site.accent,
    logo: site.logo,
    traffic_source: around.trafficSource,
    // Claims without evidence are omitted (docs/product.md 11.4).
    claims: site.claims
      .filter((claim) => claim.evidence && claim.measured_on && claim.sample > 0)
      .map(({ id, percentage, measured_on, sample }) => ({ id, percentage, measured_on, sample })),
  };
}
