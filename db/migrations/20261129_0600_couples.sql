-- A couple is one profile: `name` has both first names (contract/membership/couples.ts), and this the partner's date of birth.
-- Every row from before meets the constraint, and validating it would scan the table under an exclusive lock.
alter table profiles
  add column partner_date_of_birth date,
  add constraint profiles_couple_check
    check ((gender = 'couple') = (partner_date_of_birth is not null)) not valid;

-- Finds a couple by either first name (server/search/conditions.ts).
create index profiles_couple_names on profiles using gin (string_to_array(lower(name), ' & '))
  where listed and gender = 'couple';
