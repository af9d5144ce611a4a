-- Norway dissolved Viken, Vestfold og Telemark and Troms og Finnmark on 1 January 2024. The towns decide the new county, as in
-- server/platform/gazetteer/region-codes.ts; members in other places go to the county with most of the rest.
update profiles
set region = case
  when region = 'Viken' and city in ('Fredrikstad', 'Sarpsborg', 'Moss', 'Halden', 'Askim', 'Mysen', 'Rakkestad', 'Spydeberg', 'Rygge', 'Ryggebyen', 'Skjeberg', 'Karlshus', 'Ørje', 'Larkollen', 'Tomter', 'Knappstad', 'Skjærhalden', 'Fossby', 'Skjønhaug', 'Meieribyen', 'Elvestad') then 'Østfold'
  when region = 'Viken' and city in ('Drammen', 'Kongsberg', 'Hønefoss', 'Tranby', 'Svelvik', 'Vikersund', 'Gol', 'Ål', 'Geilo', 'Nesbyen', 'Hemsedal', 'Skoger', 'Hvittingfoss', 'Prestfoss', 'Noresund', 'Rollag', 'Mjøndalen', 'Hokksund', 'Flå', 'Trøim', 'Hol', 'Lierbyen', 'Lampeland', 'Rødberg') then 'Buskerud'
  when region = 'Viken' then 'Akershus'
  when region = 'Vestfold og Telemark' and city in ('Sandefjord', 'Tønsberg', 'Larvik', 'Horten', 'Holmestrand', 'Stavern', 'Tjøme', 'Åsgårdstrand', 'Stokke', 'Gullhaug', 'Selvik', 'Sem', 'Skoppum', 'Melsomvik', 'Sande', 'Andebu', 'Revetal', 'Borgheim') then 'Vestfold'
  when region = 'Vestfold og Telemark' then 'Telemark'
  when region = 'Troms og Finnmark' and city in ('Alta', 'Hammerfest', 'Vadsø', 'Kirkenes', 'Honningsvåg', 'Bjørnevatn', 'Lakselv', 'Båtsfjord', 'Vardø', 'Kautokeino', 'Kárášjohka', 'Rypefjord', 'Ávanuorri', 'Berlevåg', 'Kjøllefjord', 'Mehamn', 'Øksfjord', 'Vuonnabahta', 'Kvalsund', 'Breivikbotn', 'Tana bru') then 'Finnmark'
  else 'Troms'
end
where country = 'NO' and region in ('Viken', 'Vestfold og Telemark', 'Troms og Finnmark');
