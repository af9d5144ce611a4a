-- The bands of a hash and their variants with one other bit: what `pdq_bands` of each hash within 31 bits has in common
-- with at least one of them.
create or replace function pdq_probes(pdq bit(256)) returns integer[] language sql immutable strict parallel safe return array(
  select band # variant
  from unnest(pdq_bands(pdq)) band
    cross join unnest(array[
      0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768
    ]) variant
);
