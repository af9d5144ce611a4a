#!/bin/sh
# The role that the site works as: it may add to the ledger, receipts and audit log and change none of them. The site's owner role
# gives it what it needs at each migration.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v password="$APP_PASSWORD" <<'SQL'
create role liaison_app login password :'password';
SQL
