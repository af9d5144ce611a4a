-- Generated from contract/profile-fields.ts by `npm run db:bits`; do not edit. Sets the bits that the search by traits tests.
create or replace function set_profile_bits() returns trigger language plpgsql as $$
begin
  new.looks :=
    case new.relationship_status
        when 'divorced' then 16
        when 'living_together' then 32
        when 'married' then 64
        when 'single' then 128
        when 'widowed' then 256
        when 'unmarried' then 512
        else 0
      end::bigint
    | case new.sexuality
        when 'hetero' then 1
        when 'gay' then 2
        when 'lesbian' then 4
        when 'bi' then 8
        else 0
      end::bigint
    | case new.body_type
        when 'slim' then 1024
        when 'normal' then 2048
        when 'fat' then 4096
        else 0
      end::bigint
    | case new.hair_color
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
      end::bigint
    | case new.eye_color
        when 'blue' then 16777216
        when 'green' then 33554432
        when 'hazel' then 67108864
        when 'brown' then 134217728
        else 0
      end::bigint
    | case new.tattoos
        when 'none' then 268435456
        when 'some' then 536870912
        when 'many' then 1073741824
        else 0
      end::bigint
    | case new.smoking
        when 'no' then 2147483648
        when 'sometimes' then 4294967296
        when 'yes' then 8589934592
        else 0
      end::bigint;
  new.interest_bits := coalesce((
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
    from unnest(new.interests) word), 0);
  return new;
end $$;
