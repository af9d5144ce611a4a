#!/bin/sh
# Creates the database and its two roles, neither of which is a superuser. `liaison` owns the tables and runs the
# migrations. The site connects as `liaison_app`, which can insert into the ledger, the receipts and the audit log but
# cannot change their rows. After each migration `liaison` grants it the rights it needs.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" <<'SQL'
create role liaison login password :'owner';
create role liaison_app login password :'app';
create database liaison owner liaison;
SQL
