-- works with the version before
-- in steps
-- The heartbeats of an old month become files, which a chain of months and the ledger's tree prove (decision 112).
-- step
create table if not exists sealed_month (
  no integer primary key check (no >= 1),
  table_name text not null check (table_name in ('study_beat')),
  -- As `yymm`; 0 stands for all numbers from before there were months.
  month integer not null check (month >= 0),
  rows bigint not null check (rows >= 1),
  -- The SHA-256 of the hashes of its parts.
  content_hash bytea not null check (length(content_hash) = 32),
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null default now(),
  constraint sealed_month_key unique (table_name, month)
);
create table if not exists sealed_part (
  table_name text not null check (table_name in ('study_beat')),
  month integer not null check (month >= 0),
  no integer not null check (no >= 1),
  rows integer not null check (rows >= 1),
  -- The numbers of its first and its last row, and the place of the last one among those of its number.
  first_no bigint not null,
  last_no bigint not null,
  last_seq integer not null,
  file_id uuid not null unique references file (id),
  primary key (table_name, month, no),
  check (first_no <= last_no)
);
create or replace trigger sealed_month_no_truncate before truncate on sealed_month for each statement execute function refuse_change();
create or replace trigger sealed_month_append_only before delete or update on sealed_month for each row execute function refuse_change();
create or replace trigger sealed_part_no_truncate before truncate on sealed_part for each statement execute function refuse_change();
create or replace trigger sealed_part_append_only before delete or update on sealed_part for each row execute function refuse_change();
-- step
alter table play_session add column if not exists sealed_ds integer;
comment on column play_session.sealed_ds is 'The most that a heartbeat of it answered, once its heartbeats lie in a sealed part.';
-- step
alter table file drop constraint if exists file_purpose_check,
  add constraint file_purpose_check check (purpose in ('MONEY', 'FONT', 'REHEARSAL', 'EXPORT', 'INVOICE', 'ROSTER',
    'AVATAR', 'EVIDENCE', 'CAPTURE', 'LESSON', 'LESSON_CAPTIONS', 'COVER', 'PICTURE', 'VIDEO', 'CAPTIONS', 'ATTACHMENT',
    'IMPORT', 'QUESTIONS', 'SEALED')) not valid;
-- step
alter table file validate constraint file_purpose_check;
-- step
-- The chain of sealed months is a leaf of the tree as well, and belongs to no student.
alter table hours_leaf drop constraint if exists hours_leaf_student_id_fkey;
comment on column hours_leaf.student_id is 'Whose chain it is; the id of only zeros is that of the chain of sealed months.';
comment on table sealed_month is 'A month whose rows lie in files. Each row continues the chain of those before it.';
comment on column sealed_month.month is 'As yymm; 0 stands for all numbers from before there were months.';
comment on column sealed_month.content_hash is 'The SHA-256 of what its parts are.';
comment on table sealed_part is 'Some rows of a month in a Parquet file, in their order.';
comment on column sealed_part.last_no is 'The number of its last row; last_seq is the place of that among the rows of its number.';
