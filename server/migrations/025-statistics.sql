-- The association's figures of a year as they were worked out last (decision 022).
create table statistics_year (
  year integer primary key,
  as_of timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  figures jsonb not null, -- sums only, groups too small already put together
  wanted boolean not null default false -- somebody saw them old: the next minute works them out again
);
create index statistics_year_wanted on statistics_year (year) where wanted;

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'statistics.read'),
  ('ACADEMIC', 'statistics.read'),
  ('FINANCE', 'statistics.read'),
  ('AUDITOR', 'statistics.read');
