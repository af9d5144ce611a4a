-- The kinds of password hashes that came from other sites. Logins calculate each for every address, so that the time of a wrong
-- password does not tell an imported member from nobody.
create table password_schemes (scheme text primary key);
insert into password_schemes (scheme)
select distinct substring(password_hash from '^(\$2[aby]\$[0-9][0-9]\$|\$argon2[a-z]+\$v=19\$m=[0-9]+,t=[0-9]+,p=[0-9]+\$)')
from members
where password_hash is not null and password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'
  and password_hash ~ '^(\$2[aby]\$[0-9][0-9]\$|\$argon2[a-z]+\$v=19\$m=[0-9]+,t=[0-9]+,p=[0-9]+\$)';
