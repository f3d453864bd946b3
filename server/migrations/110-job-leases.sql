-- works with the version before
-- A long run is seen while it goes on.
alter table job_run
  add column running_since timestamptz,
  add column running_seen_at timestamptz,
  add constraint job_run_check1 check ((running_since is null) = (running_seen_at is null));

comment on column job_run.running_since is 'When the run that goes on began, once it has taken ten seconds; running_seen_at is recent then.';
