-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.

-- A member of staff.
create table staff (
  id uuid primary key default gen_random_uuid(),
  username text not null unique check (username ~ '^[a-z][a-z0-9._-]{2,29}$' and (username not in ('system',
    'unknown'))),
  name text not null check (char_length(name) between 2 and 30),
  password_hash text not null,
  must_change_password boolean not null,
  -- The secret of one-time codes, encrypted.
  totp_secret bytea,
  -- A new secret that is not confirmed yet.
  totp_pending bytea,
  -- The last code that was used, so that none is used twice.
  totp_last_step bigint not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);

-- A role of a member of staff.
create table staff_role (
  staff_id uuid not null references staff (id),
  role_code text not null references role (code),
  constraint staff_role_pkey primary key (staff_id, role_code)
);
create index staff_role_code on staff_role (role_code);

-- A role: a set of permissions.
create table role (
  code text primary key check (code ~ '^[A-Z][A-Z_0-9]{1,39}$'),
  title text not null,
  position smallint not null,
  totp_required boolean not null default false
);

-- A permission of a role; the contract lists all permissions.
create table role_permission (
  role_code text not null references role (code),
  permission text not null check (permission ~ '^[a-z_]+\.[a-z_]+$'),
  constraint role_permission_pkey primary key (role_code, permission)
);

-- A fault of a page in browsers, counted; it names nobody.
create table client_error (
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{64}$'),
  app text not null check (app in ('SITE', 'DESKTOP', 'PHONE', 'CONSOLE', 'EMPLOYER')),
  kind text not null check (kind in ('ERROR', 'REJECTION', 'RENDER', 'CHUNK')),
  message text not null check (char_length(message) between 1 and 300),
  source text not null check (char_length(source) <= 200),
  line integer not null check (line >= 0),
  col integer not null check (col >= 0),
  stack text not null check (octet_length(stack) <= 2048),
  route text not null check (char_length(route) <= 200),
  browser text not null check (char_length(browser) <= 30),
  build text not null check (char_length(build) <= 40),
  count bigint not null default 1 check (count > 0),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  constraint client_error_check check (last_seen_at >= first_seen_at)
);
create index client_error_first_seen on client_error (first_seen_at);
create index client_error_last_seen on client_error (last_seen_at);

-- How fast pages were, counted by bucket (contract/src/rules/web-vitals.ts).
create table web_vital (
  day date not null,
  app text not null check (app in ('SITE', 'DESKTOP', 'PHONE', 'CONSOLE', 'EMPLOYER')),
  route text not null check (char_length(route) <= 200),
  metric text not null check (metric in ('LCP', 'INP', 'CLS', 'TTFB', 'FCP')),
  buckets integer[] not null check (cardinality(buckets) >= 1 and cardinality(buckets) <= 40 and (0 <= all (buckets))),
  constraint web_vital_pkey primary key (day, app, route, metric)
);

-- The figures of a year as they were last computed.
create table statistics_year (
  year integer primary key,
  as_of timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  -- Sums only; small groups are combined.
  figures jsonb not null,
  -- Somebody saw them outdated; the next minute computes them again.
  wanted boolean not null default false
);
create index statistics_year_wanted on statistics_year (year) where wanted;
