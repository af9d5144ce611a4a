-- Generated from contract/profile-fields.ts by `npm run db:bits`; do not edit. Sets the bits that the search by traits tests.
create or replace function set_profile_bits() returns trigger language plpgsql as $$
begin
  new.looks :=
    case when 'relationship_status' = any(new.hidden_fields) then 0 else case new.relationship_status
        when 'divorced' then 16
        when 'living_together' then 32
        when 'married' then 64
        when 'single' then 128
        when 'widowed' then 256
        when 'unmarried' then 512
        else 0
      end end::bigint
    | case when 'sexuality' = any(new.hidden_fields) then 0 else case new.sexuality
        when 'hetero' then 1
        when 'gay' then 2
        when 'lesbian' then 4
        when 'bi' then 8
        else 0
      end end::bigint
    | coalesce((
      select bit_or(case word
        when 'en' then 17179869184
        when 'nl' then 34359738368
        when 'de' then 68719476736
        when 'fr' then 137438953472
        when 'es' then 274877906944
        when 'it' then 549755813888
        when 'pt' then 1099511627776
        when 'pl' then 2199023255552
        when 'da' then 4398046511104
        when 'sv' then 8796093022208
        when 'no' then 17592186044416
        when 'fi' then 35184372088832
        when 'tr' then 70368744177664
        when 'ar' then 140737488355328
        when 'ru' then 281474976710656
        when 'uk' then 562949953421312
        when 'ro' then 1125899906842624
        when 'hu' then 2251799813685248
        when 'cs' then 4503599627370496
        when 'el' then 9007199254740992
        when 'zh' then 18014398509481984
        when 'hi' then 36028797018963968
        else 0
      end::bigint)
      from unnest(new.languages) word where not 'languages' = any(new.hidden_fields)), 0)
    | case when 'education' = any(new.hidden_fields) then 0 else case new.education
        when 'secondary' then 72057594037927936
        when 'vocational' then 144115188075855872
        when 'higher' then 288230376151711744
        when 'studying' then 576460752303423488
        else 0
      end end::bigint
    | case when 'body_type' = any(new.hidden_fields) then 0 else case new.body_type
        when 'slim' then 1024
        when 'normal' then 2048
        when 'fat' then 4096
        else 0
      end end::bigint
    | case when 'hair_color' = any(new.hidden_fields) then 0 else case new.hair_color
        when 'brunette' then 8192
        when 'blond' then 16384
        when 'brown' then 32768
        when 'white' then 65536
        when 'bald' then 131072
        when 'black' then 262144
        when 'dark_blond' then 524288
        when 'dark_brown' then 1048576
        when 'gray' then 2097152
        when 'red' then 4194304
        when 'other' then 8388608
        else 0
      end end::bigint
    | case when 'eye_color' = any(new.hidden_fields) then 0 else case new.eye_color
        when 'blue' then 16777216
        when 'green' then 33554432
        when 'hazel' then 67108864
        when 'brown' then 134217728
        else 0
      end end::bigint
    | case when 'tattoos' = any(new.hidden_fields) then 0 else case new.tattoos
        when 'none' then 268435456
        when 'some' then 536870912
        when 'many' then 1073741824
        else 0
      end end::bigint
    | case when 'smoking' = any(new.hidden_fields) then 0 else case new.smoking
        when 'no' then 2147483648
        when 'sometimes' then 4294967296
        when 'yes' then 8589934592
        else 0
      end end::bigint;
  new.interest_bits :=
    coalesce((
      select bit_or(case word
        when 'relationship' then 1
        when 'onenightstand' then 2
        when 'kissing' then 4
        when 'hugging' then 8
        when 'massages' then 16
        when 'lingerie' then 32
        when 'sex' then 64
        when 'safesex' then 128
        when 'publicsex' then 256
        when 'oralsex' then 512
        when 'analsex' then 1024
        when 'sextoys' then 2048
        when 'masturbating' then 4096
        when 'exchangingpictures' then 8192
        when 'threesome' then 16384
        when 'gangbang' then 32768
        when 'bondage' then 65536
        when 'sadomasochism' then 131072
        when 'gym' then 262144
        when 'sports' then 524288
        when 'dancing' then 1048576
        when 'travelling' then 2097152
        when 'adventure' then 4194304
        when 'party' then 8388608
        when 'tattoos' then 16777216
        when 'music' then 33554432
        when 'movies' then 67108864
        when 'videogames' then 134217728
        when 'politics' then 268435456
        when 'outdoors' then 536870912
        when 'gardening' then 1073741824
        when 'hiking' then 2147483648
        when 'biking' then 4294967296
        when 'reading' then 8589934592
        when 'animals' then 17179869184
        when 'beach' then 34359738368
        when 'art' then 68719476736
        when 'photography' then 137438953472
        when 'theater' then 274877906944
        when 'shopping' then 549755813888
        when 'fashion' then 1099511627776
        when 'astrology' then 2199023255552
        when 'cooking' then 4398046511104
        when 'foodie' then 8796093022208
        when 'bbq' then 17592186044416
        when 'sushi' then 35184372088832
        when 'vegetarian' then 70368744177664
        when 'wine' then 140737488355328
        when 'beer' then 281474976710656
        when 'tea' then 562949953421312
        when 'coffee' then 1125899906842624
        else 0
      end::bigint)
      from unnest(new.interests) word where not 'interests' = any(new.hidden_fields)), 0)
    | coalesce((
      select bit_or(case word
        when 'long_term' then 2251799813685248
        when 'dates' then 4503599627370496
        when 'friendship' then 9007199254740992
        when 'casual' then 18014398509481984
        when 'unsure' then 36028797018963968
        else 0
      end::bigint)
      from unnest(new.intention) word where not 'intention' = any(new.hidden_fields)), 0)
    | case when 'children' = any(new.hidden_fields) then 0 else case new.children
        when 'none' then 576460752303423488
        when 'want' then 1152921504606846976
        when 'at_home' then 2305843009213693952
        when 'grown_up' then 4611686018427387904
        else 0
      end end::bigint
    | case when 'drinking' = any(new.hidden_fields) then 0 else case new.drinking
        when 'no' then 72057594037927936
        when 'sometimes' then 144115188075855872
        when 'often' then 288230376151711744
        else 0
      end end::bigint;
  return new;
end $$;
