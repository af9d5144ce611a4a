-- The genders that a site can offer (contract/lists/genders.ts). The constraints before were narrower, so every row meets
-- these, and validating them would scan the table under an exclusive lock.
alter table profiles
  drop constraint profiles_gender_check,
  drop constraint profiles_gender_sought_check,
  add constraint profiles_gender_check
    check (gender in ('male', 'female', 'non_binary', 'trans_woman', 'trans_man', 'couple')) not valid,
  add constraint profiles_gender_sought_check
    check (gender_sought in ('male', 'female', 'non_binary', 'trans_woman', 'trans_man', 'couple')) not valid;
