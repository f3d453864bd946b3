-- Study clock and coverage, exam attempts, the hours ledger, proofs.

-- A play session: one lesson in one player. The client makes its id, beats know it by its short number.
create sequence play_session_no;
create table play_session (
  no bigint primary key default nextval('play_session_no'),
  student_id uuid not null,
  id uuid not null,
  sign_course_id uuid not null,
  lesson_id uuid not null references lesson,
  round integer not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text check (closed_by in ('END', 'TAKEOVER')),
  unique (student_id, id),
  foreign key (sign_course_id, student_id) references sign_course (id, student_id),
  check ((closed_at is null) = (closed_by is null))
);
alter sequence play_session_no owned by play_session.no;

-- One wall clock per student across tabs, devices and courses (product §4 Study). Tenths of a second.
-- Whoever writes study rows of a student raises the version of this row: see decision 003.
create table study_clock (
  student_id uuid primary key references student,
  version integer not null,
  session_no bigint references play_session, -- the open one; null: none
  last_seq integer not null default 0,       -- the highest seen in it
  accrued_at timestamptz not null,           -- up to when the allowance was counted
  allowance_ds integer not null default 0 check (allowance_ds >= 0), -- earned by time, not yet used
  grace_ds integer not null default 50 check (grace_ds between 0 and 50), -- 5 s, once per student
  credited_ds bigint not null default 0,     -- all there ever was: never above the clock
  held int4multirange not null default '{}', -- reported in this session, not creditable yet
  presence_id uuid not null,                 -- the next presence check
  presence_left_ds integer not null check (presence_left_ds >= 0), -- and how much study is left until then
  day date not null,                         -- the Shanghai day of the last beat
  day_ds integer not null default 0          -- credited in it; moves to study_day when the day turns
) with (fillfactor = 50);

create table study_day (
  student_id uuid not null references student,
  day date not null,
  credited_ds integer not null,
  primary key (student_id, day)
);

create table lesson_progress (
  sign_course_id uuid not null references sign_course,
  lesson_id uuid not null references lesson,
  round integer not null default 1,
  covered int4multirange not null default '{}', -- tenths of a second, credited
  credited_ds integer not null default 0 check (credited_ds >= 0),
  furthest_ds integer not null default 0 check (furthest_ds >= 0),
  resume_ds integer not null default 0 check (resume_ds >= 0),
  done_at timestamptz,
  updated_at timestamptz not null default app_now(),
  primary key (sign_course_id, lesson_id, round)
) with (fillfactor = 50);

-- Every beat once, with its first answer: an identical repeat gets it again.
create table study_beat (
  session_no bigint not null, -- of play_session; no foreign key: written with it or after it, thousands a second
  seq integer not null check (seq >= 0),
  at timestamptz not null,
  event text not null,
  position_ds integer not null,
  intervals int4multirange not null,
  answered_presence_id uuid,
  added_ds integer not null,        -- what this beat credited
  credited_ds integer not null,     -- of the lesson, after it
  furthest_ds integer not null,
  lesson_done boolean not null,
  course_done boolean not null,
  presence_id uuid,                 -- the check it announced
  presence_due_at timestamptz,
  presence_answer_by timestamptz,
  primary key (session_no, seq)
);
create trigger study_beat_append_only before update on study_beat
  for each row execute function refuse_change();

create table attempt (
  id uuid primary key default gen_random_uuid(),
  sign_course_id uuid not null,
  student_id uuid not null,
  round integer not null,
  no integer not null check (no >= 1),
  mode text not null check (mode in ('CAMERA', 'MANUAL')),
  consent_version text not null,    -- the text this sitting was agreed to under
  paper jsonb not null,             -- the drawn questions with right answers: never leaves the server before the result
  pass_mark integer not null,
  started_at timestamptz not null,
  deadline timestamptz not null,
  saved_seq integer not null default 0,
  answers jsonb not null default '{}',
  log_hash bytea not null,
  submitted_at timestamptz,
  submitted_by text check (submitted_by in ('STUDENT', 'DEADLINE')),
  score integer,
  right_count integer,
  wrong_count integer,
  passed boolean,
  receipt text unique,
  review boolean not null default false,
  voided_at timestamptz,
  void_reason text,
  unique (sign_course_id, round, no),
  foreign key (sign_course_id, student_id) references sign_course (id, student_id),
  check (num_nonnulls(submitted_at, submitted_by, score, right_count, wrong_count, passed, receipt) in (0, 7)),
  check ((voided_at is null) = (void_reason is null))
) with (fillfactor = 70); -- every answer updates its row
create unique index attempt_one_running on attempt (sign_course_id) where submitted_at is null;
create index attempt_deadline on attempt (deadline) where submitted_at is null;
create index attempt_student on attempt (student_id);

-- A handed-in attempt is settled: what follows may flag or void it, nothing rewrites its paper, answers or score.
create function keep_handed_in() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['review', 'voided_at', 'void_reason'] is distinct from
     to_jsonb(old) - array['review', 'voided_at', 'void_reason'] then
    raise exception 'a handed-in attempt cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger attempt_settled before update on attempt
  for each row when (old.submitted_at is not null) execute function keep_handed_in();

create table answer_log (
  attempt_id uuid not null references attempt,
  seq integer not null check (seq >= 1),
  kind text not null check (kind in ('SAVE', 'SUBMIT')),
  content_hash bytea not null,
  answers jsonb not null,
  hash bytea not null,              -- sha256(previous hash, content hash): the receipt's ground
  at timestamptz not null,
  primary key (attempt_id, seq)
);
create trigger answer_log_append_only before update or delete on answer_log
  for each row execute function refuse_change();
create trigger answer_log_no_truncate before truncate on answer_log
  for each statement execute function refuse_change();

-- what was agreed to and when; the newest counts, the older ones stay as the record
create table exam_consent (
  id bigint generated always as identity primary key,
  sign_course_id uuid not null references sign_course,
  mode text not null check (mode in ('CAMERA', 'MANUAL')),
  version text not null,
  at timestamptz not null default app_now()
);
create index exam_consent_course on exam_consent (sign_course_id, id desc);

create table capture (
  attempt_id uuid not null references attempt,
  no integer not null check (no >= 1),
  due_at timestamptz not null,
  file_id uuid unique references file, -- one picture answers one capture
  failure text,
  received_at timestamptz,
  primary key (attempt_id, no),
  check (num_nonnulls(file_id, failure) = num_nonnulls(received_at))
);

-- The only source of any total. Rows are never updated or deleted, only reversed.
create table hours_head (
  student_id uuid primary key references student,
  seq integer not null default 0,
  hash bytea not null
);

create table hours_ledger (
  student_id uuid not null references student,
  seq integer not null default 0,   -- seq, at and both hashes are set by the chain below
  year integer not null,
  subject text not null check (subject in ('PROFESSIONAL', 'PUBLIC')),
  source text not null check (source in ('COURSE', 'REDUCTION', 'RECORD', 'ADJUST', 'REVERSAL')),
  source_id text not null,          -- the attempt, reduction, record or reversed seq behind it
  hours integer not null check (hours <> 0), -- tenths; a reversal is negative
  title text not null,              -- what a reader sees: the course's or the record's name
  actor text not null,
  at timestamptz not null default app_now(),
  prev_hash bytea not null default '',
  hash bytea not null default '',
  primary key (student_id, seq),
  unique (student_id, source, source_id)
);
create index hours_ledger_year on hours_ledger (student_id, year);

-- The chain is made by the database itself: head row lock, next seq, hash over a fixed text form.
-- A source that was credited before is left out, under the same lock: no hour counts twice.
create function hours_text(entry hours_ledger) returns text language sql immutable as $$
  select concat_ws(E'\x1f', entry.student_id, entry.seq, entry.year, entry.subject, entry.source, entry.source_id, entry.hours,
    entry.title, entry.actor, (extract(epoch from entry.at) * 1000000)::bigint, encode(entry.prev_hash, 'hex'))
$$;

create function hours_chain() returns trigger language plpgsql as $$
declare head hours_head;
begin
  insert into hours_head (student_id, hash) values (new.student_id, sha256(new.student_id::text::bytea))
    on conflict do nothing;
  select * into head from hours_head where student_id = new.student_id for update;
  if exists (select from hours_ledger
    where student_id = new.student_id and source = new.source and source_id = new.source_id) then
    return null;
  end if;
  new.seq := head.seq + 1;
  new.at := app_now();
  new.prev_hash := head.hash;
  new.hash := sha256(convert_to(hours_text(new), 'UTF8'));
  update hours_head set seq = new.seq, hash = new.hash where student_id = new.student_id;
  return new;
end $$;
create trigger hours_ledger_chain before insert on hours_ledger
  for each row execute function hours_chain();
create trigger hours_ledger_append_only before update or delete on hours_ledger
  for each row execute function refuse_change();
create trigger hours_ledger_no_truncate before truncate on hours_ledger
  for each statement execute function refuse_change();
-- a head moves by its chain's own trigger only
create trigger hours_head_by_chain before update on hours_head
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger hours_head_kept before delete on hours_head
  for each row execute function refuse_change();
create trigger hours_head_no_truncate before truncate on hours_head
  for each statement execute function refuse_change();

create table hours_root (
  day date primary key,
  heads integer not null,
  entries bigint not null,
  root bytea not null,
  at timestamptz not null default app_now()
);
create trigger hours_root_append_only before update or delete on hours_root
  for each row execute function refuse_change();
create trigger hours_root_no_truncate before truncate on hours_root
  for each statement execute function refuse_change();

create table proof (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  code text not null unique,        -- what the QR and the public page name it by
  student_id uuid not null references student,
  year integer not null,
  snapshot jsonb not null,          -- every printed field as it stood at issue
  payload text not null,            -- the canonical text that was signed
  signature bytea not null,
  key_id text not null,
  issued_at timestamptz not null default app_now(),
  revoked_at timestamptz,
  revoke_reason text,
  check ((revoked_at is null) = (revoke_reason is null))
);
create unique index proof_one_valid on proof (student_id, year) where revoked_at is null;
-- revoked, never removed: whoever holds the paper must find out
create trigger proof_kept before delete on proof
  for each row execute function refuse_change();
create trigger proof_no_truncate before truncate on proof
  for each statement execute function refuse_change();
create sequence proof_number;

create table site_info (
  only_row boolean primary key default true check (only_row),
  value jsonb not null
);
