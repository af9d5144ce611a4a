#!/bin/sh
# The two roles of the site and its database; neither is a superuser. `liaison` owns the tables and migrates them. The site works as
# `liaison_app`, which may add to the ledger, receipts and audit log but not change them: `liaison` grants it what it needs at each
# migration.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" <<'SQL'
create role liaison login password :'owner';
create role liaison_app login password :'app';
create database liaison owner liaison;
SQL
