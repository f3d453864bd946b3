-- 学时减免 (product §4 Reduction): types with their rules in versions, applications, their trail.

create table reduction_type (
  id uuid primary key,              -- the client's: a repeat finds the same
  code text not null unique check (code ~ '^[A-Z][A-Z0-9_]{1,29}$'),
  version integer not null check (version >= 1),
  enabled boolean not null,
  updated_by text not null,
  updated_at timestamptz not null default app_now()
);

-- A rule is never changed: a new version takes its place, applications keep the one they were made by.
create table reduction_rule (
  type_id uuid not null references reduction_type,
  version integer not null check (version >= 1),
  name text not null,
  subject_scope text not null check (subject_scope in ('PROFESSIONAL', 'PUBLIC', 'BOTH')),
  hours_mode text not null check (hours_mode in ('FIXED', 'PER_UNIT', 'FULL_YEAR')),
  hours integer check (hours > 0),  -- tenths, of one application or unit
  unit text,
  year_cap integer check (year_cap > 0), -- tenths in a year and subject
  evidence text not null,
  min_files integer not null check (min_files between 1 and 9),
  apply_from date,
  apply_to date,
  levels integer not null check (levels in (1, 2)),
  sample_percent integer not null check (sample_percent between 0 and 100),
  primary key (type_id, version),
  check ((hours is null) = (hours_mode = 'FULL_YEAR')),
  check ((unit is not null) = (hours_mode = 'PER_UNIT')),
  check (apply_to >= apply_from)
);
create trigger reduction_rule_kept before update or delete on reduction_rule
  for each row execute function refuse_change();

create sequence reduction_no;

create table reduction (
  id uuid primary key,
  apply_no text not null unique,
  version integer not null default 1, -- every change raises it: who read an older one is refused
  student_id uuid not null references student,
  year integer not null,
  type_id uuid not null,
  type_version integer not null,
  subject text check (subject in ('PROFESSIONAL', 'PUBLIC')),
  hours integer check (hours > 0),  -- tenths
  start_date date,
  end_date date,
  reason text not null,
  state text not null check (state in ('DRAFT', 'SUBMITTED', 'RETURNED', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  passed_levels integer not null default 0 check (passed_levels between 0 and 2),
  hours_approved integer check (hours_approved > 0),
  -- drawn for a second look when it was approved; PENDING until another reviewer has looked
  sample text check (sample in ('PENDING', 'DONE')),
  submitted_at timestamptz,
  updated_at timestamptz not null default app_now(),
  reversed_at timestamptz,
  reverse_reason text,
  foreign key (type_id, type_version) references reduction_rule (type_id, version),
  check (state in ('DRAFT', 'WITHDRAWN', 'RETURNED')
    or num_nonnulls(subject, hours, start_date, end_date, submitted_at) = 5),
  check (end_date >= start_date),
  check (hours_approved <= hours),
  check (state <> 'APPROVED' or hours_approved is not null),
  check ((reversed_at is null) = (reverse_reason is null)),
  check (reversed_at is null or state = 'APPROVED'),
  check (sample is null or state = 'APPROVED')
);
-- the same activity is applied for once
create unique index reduction_once on reduction (student_id, type_id, year, subject, start_date, end_date)
  where state in ('SUBMITTED', 'RETURNED', 'APPROVED') and submitted_at is not null and reversed_at is null;
create index reduction_student on reduction (student_id, updated_at desc);
create index reduction_queue on reduction (state, submitted_at);

-- The files of an application, in the student's order.
create table reduction_file (
  reduction_id uuid not null references reduction,
  file_id uuid not null references file,
  position integer not null,
  primary key (reduction_id, file_id)
);
create index reduction_file_file on reduction_file (file_id);
create index file_evidence_content on file (sha256) where purpose = 'EVIDENCE';

-- Who did what to it: a step for each version that was more than the student's own writing.
create table reduction_step (
  reduction_id uuid not null references reduction,
  version integer not null,         -- the version it made
  at timestamptz not null default app_now(),
  action text not null check (action in ('SUBMITTED', 'SUPPLEMENTED', 'WITHDRAWN', 'FIRST_PASSED', 'APPROVED',
    'RETURNED', 'REJECTED', 'CHECKED', 'REVERSED')),
  staff_id uuid references staff,   -- null: the student
  opinion text not null,
  hours integer,                    -- granted, or of a submission asked for
  content jsonb,                    -- of a submission: what was handed in
  primary key (reduction_id, version)
);
create trigger reduction_step_kept before update or delete on reduction_step
  for each row execute function refuse_change();
create trigger reduction_step_no_truncate before truncate on reduction_step
  for each statement execute function refuse_change();

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'reduction.read'),
  ('SUPER_ADMIN', 'reduction.review'),
  ('SUPER_ADMIN', 'reduction.types'),
  ('REVIEWER', 'reduction.read'),
  ('REVIEWER', 'reduction.review'),
  ('ACADEMIC', 'reduction.read'),
  ('ACADEMIC', 'reduction.types'),
  ('AUDITOR', 'reduction.read');
