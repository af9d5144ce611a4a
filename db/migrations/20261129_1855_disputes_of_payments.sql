-- A number in a file may be that of a case with several payments, or not a number of the dispute at all.
alter table gateway_disputes drop constraint gateway_disputes_pkey;
alter table gateway_disputes add primary key (payment_id, reference);
drop index gateway_disputes_of_payment;
