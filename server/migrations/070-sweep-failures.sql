-- What a job could not do, one row a piece: the job goes past it, tries it again later and later, and staff see it.
-- No personal data: `subject` is a key of a row, a file or a day, `error` names the fault and quotes no value.
create table sweep_failure (
  job text not null check (length(job) <= 80),
  subject text not null check (length(subject) <= 200),
  tries integer not null check (tries >= 1),
  error text not null check (length(error) <= 500),
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null check (last_failed_at >= first_failed_at),
  next_try_at timestamptz not null check (next_try_at > last_failed_at),
  primary key (job, subject)
);
create index sweep_failure_by_time on sweep_failure (last_failed_at desc);
