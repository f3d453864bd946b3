-- What the console's page 系统状态 reads: processes, jobs, channels, and what browsers report. Moments are real time (now()), not the rules' clock:
-- they say how the machines are.

-- One row for each process that serves, renewed every 15 s and deleted by a clean stop.
create table process_alive (
  id uuid primary key,
  host text not null check (char_length(host) between 1 and 100),
  pid integer not null check (pid > 0),
  version text not null check (char_length(version) <= 60),
  runs_jobs boolean not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  memory_bytes bigint not null check (memory_bytes >= 0),
  loop_delay_ms integer not null check (loop_delay_ms >= 0), -- the slowest hundredth since the row was renewed last
  disk_bytes bigint check (disk_bytes >= 0),                 -- of DATA_DIR; null: the system does not say
  disk_free_bytes bigint check (disk_free_bytes >= 0),
  paused_channels text[] not null default '{}',              -- payment channels that this process leaves alone for a moment
  check (seen_at >= started_at),
  check ((disk_bytes is null) = (disk_free_bytes is null))
);

-- One row for each job, of whichever process ran it last.
create table job_run (
  name text primary key check (char_length(name) <= 100),
  every text not null check (every in ('MINUTE', 'QUARTER_MINUTE', 'PULSE')),
  known_at timestamptz not null,        -- when a process last started that has this job
  started_at timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) between 1 and 300),
  took_ms integer check (took_ms >= 0),
  check ((failed_at is null) = (failure is null))
);

-- One row for each way out: payment channels, e-mail, SMS.
create table channel_health (
  channel text primary key check (char_length(channel) <= 20),
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) between 1 and 100),
  check ((failed_at is null) = (failure is null))
);

-- One row for each fault of a page, however often it happens. Nothing in it names a person (contract: redact).
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
  check (last_seen_at >= first_seen_at)
);
create index client_error_first_seen on client_error (first_seen_at);
create index client_error_last_seen on client_error (last_seen_at);

-- How fast pages were: counts by bucket of contract/src/rules/web-vitals.ts, no row per visit.
create table web_vital (
  day date not null,
  app text not null check (app in ('SITE', 'DESKTOP', 'PHONE', 'CONSOLE', 'EMPLOYER')),
  route text not null check (char_length(route) <= 200),
  metric text not null check (metric in ('LCP', 'INP', 'CLS', 'TTFB', 'FCP')),
  buckets integer[] not null check (cardinality(buckets) between 1 and 40 and 0 <= all (buckets)),
  primary key (day, app, route, metric)
);

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'system.read'),
  ('AUDITOR', 'system.read');
