-- works with the version before
-- How far each check of the stored data has come, and what it found. The nightly job and `npm run verify` share it, so that an interrupted round goes on.
create table integrity_check (
  name text primary key check (char_length(name) between 1 and 40),
  -- The row after which the running round goes on.
  after_key text,
  began_at timestamptz,
  checked bigint not null default 0 check (checked >= 0),
  fault_count bigint not null default 0 check (fault_count >= 0),
  faults text[] not null default '{}' check (cardinality(faults) <= 100),
  ended_at timestamptz,
  ended_checked bigint not null default 0 check (ended_checked >= 0),
  ended_fault_count bigint not null default 0 check (ended_fault_count >= 0),
  ended_faults text[] not null default '{}' check (cardinality(ended_faults) <= 100)
);
comment on table integrity_check is 'How far each check of the stored data has come, and what it found.';
comment on column integrity_check.after_key is 'The row after which the running round goes on.';
comment on column integrity_check.began_at is 'When the running round began; empty while none runs.';
comment on column integrity_check.faults is 'The first faults of the running round. They name rows by their keys.';
comment on column integrity_check.ended_at is 'When the last complete round ended; the other ended columns are its result.';
