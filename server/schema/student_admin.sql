-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.

-- A student's request to correct a locked field; staff decide.
create table correction_request (
  id uuid primary key,
  student_id uuid not null references student (id),
  field text not null check (field in ('NAME', 'ID_NO', 'CERTIFICATE_NO')),
  id_type text check (id_type in ('ID_CARD', 'HK_MO_TW', 'PASSPORT', 'FOREIGN_PR')),
  wanted text not null check (char_length(wanted) between 2 and 50),
  reason text not null check (char_length(reason) between 2 and 200),
  file_id uuid references file (id),
  asked_at timestamptz not null default app_now(),
  state text not null default 'OPEN' check (state in ('OPEN', 'APPROVED', 'REFUSED', 'WITHDRAWN')),
  settled_at timestamptz,
  decided_by uuid references staff (id),
  note text not null default '',
  constraint correction_request_check check ((field = 'ID_NO') = (id_type is not null)),
  constraint correction_request_check1 check ((state = 'OPEN') = (settled_at is null)),
  constraint correction_request_check2 check ((state in ('APPROVED', 'REFUSED')) = (decided_by is not null)),
  constraint correction_request_check3 check (state <> 'REFUSED' or note <> '')
);
create index correction_request_file on correction_request (file_id);
create unique index correction_request_open on correction_request (student_id, field) where state = 'OPEN';
create index correction_request_queue on correction_request (state, asked_at);
create index correction_request_student on correction_request (student_id, asked_at desc);

-- A copy of a student's own data: asked for, made by a job, downloaded, deleted.
create table data_export (
  id uuid primary key,
  student_id uuid not null references student (id),
  asked_at timestamptz not null default app_now(),
  state text not null default 'ASKED' check (state in ('ASKED', 'READY', 'FAILED')),
  -- Grows with each process that takes the work over; only the newest may finish it.
  claim integer not null default 0,
  claimed_at timestamptz,
  settled_at timestamptz,
  file_id uuid unique references file (id),
  constraint data_export_check check ((state = 'ASKED') = (settled_at is null)),
  constraint data_export_check1 check ((state = 'READY') = (file_id is not null))
);
create unique index data_export_one on data_export (student_id) where state = 'ASKED';
create index data_export_student on data_export (student_id, asked_at desc);

-- A student's wish to close the account, carried out on its day unless it is taken back.
create table account_closing (
  id uuid primary key,
  student_id uuid not null references student (id),
  asked_at timestamptz not null default app_now(),
  due_at timestamptz not null,
  -- What was still open on that day; looked at again a day later.
  held text,
  cancelled_at timestamptz,
  done_at timestamptz,
  -- How many rows were erased; nothing about the person.
  outcome jsonb,
  -- Money that the student agreed to lose.
  lost_fen integer not null default 0 check (lost_fen >= 0),
  constraint account_closing_check check (num_nonnulls(cancelled_at, done_at) <= 1),
  constraint account_closing_check1 check ((done_at is null) = (outcome is null)),
  constraint account_closing_check2 check (due_at > asked_at)
);
create index account_closing_due on account_closing (due_at) where cancelled_at is null and done_at is null;
create unique index account_closing_open on account_closing (student_id) where cancelled_at is null and done_at is
  null;

-- What a retention rule deleted on a day.
create table retention_run (
  rule text not null,
  day date not null,
  keep_days integer,
  removed integer not null default 0 check (removed >= 0),
  started_at timestamptz not null default app_now(),
  finished_at timestamptz,
  constraint retention_run_pkey primary key (rule, day)
);

-- A table of students, or of public hours, that staff import.
create table roster_import (
  id uuid primary key,
  kind text not null check (kind in ('STUDENTS', 'HOURS')),
  staff_id uuid not null references staff (id),
  file_id uuid not null references file (id),
  wanted_mapping jsonb,
  state text not null default 'READING' check (state in ('READING', 'MAPPING', 'CHECKED', 'WRITING', 'DONE', 'FAILED',
    'STOPPED')),
  problem text,
  columns jsonb not null default '[]',
  mapping jsonb not null default '[]',
  total integer not null default 0,
  written integer not null default 0,
  -- Grows with each process that takes the import over; only the newest may write.
  claim integer not null default 0,
  -- Initial passwords, encrypted, until they are fetched.
  sheet bytea,
  -- Whoever fetched them may do so again with the same key for ten minutes.
  sheet_key uuid,
  sheet_taken_at timestamptz,
  created_at timestamptz not null default app_now(),
  touched_at timestamptz not null default app_now(),
  -- The sheet and title row that somebody named; empty: the reader finds them.
  wanted_table jsonb,
  -- The sheets of the workbook, and what was read.
  found_table jsonb not null default '{}',
  read_count integer not null default 0,
  constraint roster_import_check check (state <> 'FAILED' or problem is not null),
  constraint roster_import_check1 check ((sheet_key is null) = (sheet_taken_at is null)),
  constraint roster_import_no_samples check ((state in ('READING', 'MAPPING')) or not jsonb_path_exists(columns,
    '$[*]."samples"[*]'::jsonpath)),
  constraint roster_import_sheet_check check (sheet is null or (state in ('WRITING', 'DONE')))
);
create index roster_import_created on roster_import (created_at);
create index roster_import_newest on roster_import (created_at desc, id);
create index roster_import_working on roster_import (touched_at) where state in ('READING', 'WRITING');

-- A row of such a table.
create table roster_import_row (
  import_id uuid not null references roster_import (id) on delete cascade,
  no integer not null,
  action text not null check (action in ('CREATE', 'SAME', 'REFUSE', 'WRITTEN')),
  -- What a reader knows the row by; numbers are masked.
  label text not null,
  -- What is to be written; empty where the row cannot be read.
  content jsonb,
  student_id uuid references student (id),
  problems jsonb not null default '[]',
  -- Each field as it will be stored; numbers of people are masked.
  shown jsonb not null default '{}',
  -- Cells that were changed or are doubtful.
  notes jsonb not null default '[]',
  -- The cells of the file, of a row that may have to be given back.
  cells jsonb,
  constraint roster_import_row_pkey primary key (import_id, no),
  constraint roster_import_row_content_check check ((action not in ('CREATE', 'WRITTEN')) or content is not null)
);

-- Two accounts of one person: one member of staff proposes, another decides.
create table student_merge (
  id uuid primary key,
  kept_id uuid not null references student (id),
  closed_id uuid not null references student (id),
  reason text not null,
  proposed_by uuid not null references staff (id),
  proposed_at timestamptz not null default app_now(),
  decision text check (decision in ('DONE', 'REJECTED', 'WITHDRAWN')),
  decided_by uuid references staff (id),
  decided_at timestamptz,
  decide_reason text,
  -- What moved to the account that goes on.
  outcome jsonb,
  constraint student_merge_check check (kept_id <> closed_id),
  constraint student_merge_check2 check (num_nonnulls(decision, decided_by, decided_at, decide_reason) in (0, 4)),
  constraint student_merge_check3 check ((not decision is distinct from 'DONE') = (outcome is not null)),
  constraint student_merge_second_person check ((decision = 'WITHDRAWN') = (decided_by = proposed_by))
);
create unique index student_merge_done on student_merge (closed_id) where decision = 'DONE';
create index student_merge_kept on student_merge (kept_id);
create unique index student_merge_open on student_merge (closed_id) where decision is null;
create index student_merge_undecided on student_merge (proposed_at) where decision is null;

-- Two open accounts whose ID numbers became the same in their normal form; staff see them as possibly one
--   person.
create table same_number (
  student_id uuid not null references student (id),
  other_id uuid not null references student (id),
  constraint same_number_pkey primary key (student_id, other_id)
);
create index same_number_other on same_number (other_id);
