-- The students desk: closed accounts, merging two accounts of one person, imports of students and of public hours.
-- The captures desk: what two reviewers decided of a flagged attempt.

-- An account that was merged into another is closed, not deleted: what was done with it stays its record. Its phone, ID and
-- certificate number are free for the account that goes on.
alter table student
  add closed_at timestamptz,
  add merged_into uuid references student,
  add check ((closed_at is null) = (merged_into is null)),
  add check (merged_into <> id),
  drop constraint student_id_no_key,
  drop constraint student_phone_key;
drop index student_certificate_no_key;
create unique index student_id_no_key on student (id_no) where closed_at is null;
create unique index student_phone_key on student (phone) where closed_at is null;
create unique index student_certificate_no_key on student (upper(certificate_no)) where closed_at is null;
create index student_created on student (created_at desc, id desc);
-- who may be the same person: asked for each student that is looked at
create index student_name on student (name);
create index student_id_end on student (right(id_no, 6));
create index student_certificate_end on student (right(upper(certificate_no), 8));

-- nobody signs in, signs up or orders with a closed account, whatever was under way when it closed
create function refuse_closed_student() returns trigger language plpgsql as $$
begin
  if exists (select from student where id = new.student_id and closed_at is not null) then
    raise exception 'this account is closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger session_of_open_account before insert on session
  for each row execute function refuse_closed_student();
create trigger sign_of_open_account before insert on sign
  for each row execute function refuse_closed_student();
create trigger order_of_open_account before insert on orders
  for each row execute function refuse_closed_student();

-- A sign moves with everything below it, or not at all.
alter table sign_course
  drop constraint sign_course_sign_id_student_id_fkey,
  add foreign key (sign_id, student_id) references sign (id, student_id) on update cascade;
alter table play_session
  drop constraint play_session_sign_course_id_student_id_fkey,
  add foreign key (sign_course_id, student_id) references sign_course (id, student_id) on update cascade;
alter table attempt
  drop constraint attempt_sign_course_id_student_id_fkey,
  add foreign key (sign_course_id, student_id) references sign_course (id, student_id) on update cascade;

-- A handed-in attempt stays as it is (003), but for its owner, who follows the sign it belongs to: by the key above, with nothing
-- else changed, and never written by hand.
create function keep_but_owner() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 or to_jsonb(new) - 'student_id' is distinct from to_jsonb(old) - 'student_id' then
    raise exception 'a handed-in attempt cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger attempt_settled on attempt;
create trigger attempt_settled before update on attempt
  for each row when (old.submitted_at is not null and new.student_id = old.student_id) execute function keep_handed_in();
create trigger attempt_moved before update on attempt
  for each row when (old.submitted_at is not null and new.student_id <> old.student_id) execute function keep_but_owner();

-- Two accounts of one person: one member of staff proposes, another decides.
create table student_merge (
  id uuid primary key, -- made by the client: a repeat finds the same proposal
  kept_id uuid not null references student,
  closed_id uuid not null references student,
  reason text not null,
  proposed_by uuid not null references staff,
  proposed_at timestamptz not null default app_now(),
  decision text check (decision in ('DONE', 'REJECTED')),
  decided_by uuid references staff,
  decided_at timestamptz,
  decide_reason text,
  outcome jsonb, -- what moved
  check (kept_id <> closed_id),
  check (decided_by <> proposed_by),
  check (num_nonnulls(decision, decided_by, decided_at, decide_reason) in (0, 4)),
  check ((decision is not distinct from 'DONE') = (outcome is not null))
);
create unique index student_merge_open on student_merge (closed_id) where decision is null;
create unique index student_merge_done on student_merge (closed_id) where decision = 'DONE';
create index student_merge_kept on student_merge (kept_id);

-- What two reviewers decided of an attempt flagged 待核查. No sanction without a second person.
create table capture_review (
  id uuid primary key, -- made by the client
  attempt_id uuid not null references attempt,
  proposal text not null check (proposal in ('KEEP', 'VOID')),
  causes text[] not null default '{}', -- innocent causes the first reviewer holds possible
  reason text not null,
  proposed_by uuid not null references staff,
  proposed_at timestamptz not null default app_now(),
  decision text check (decision in ('CONFIRMED', 'REJECTED')),
  decided_by uuid references staff,
  decided_at timestamptz,
  decide_reason text,
  check (decided_by <> proposed_by),
  check (num_nonnulls(decision, decided_by, decided_at, decide_reason) in (0, 4)),
  check (proposal = 'KEEP' or causes = '{}') -- as long as an innocent cause is possible there is nothing to punish
);
create unique index capture_review_one on capture_review (attempt_id) where decision is distinct from 'REJECTED';
create index capture_review_attempt on capture_review (attempt_id, proposed_at);
create index attempt_review on attempt (submitted_at, id) where review;

-- Tables that staff bring: students with initial passwords, public hours studied elsewhere.
create table roster_import (
  id uuid primary key,
  kind text not null check (kind in ('STUDENTS', 'HOURS')),
  staff_id uuid not null references staff,
  file_id uuid not null references file,
  wanted_mapping jsonb, -- as asked for; null: by the titles of the columns
  state text not null default 'READING'
    check (state in ('READING', 'MAPPING', 'CHECKED', 'WRITING', 'DONE', 'FAILED')),
  problem text,
  columns jsonb not null default '[]',
  mapping jsonb not null default '[]',
  total integer not null default 0,
  written integer not null default 0, -- prepared for the one transaction that writes
  claim integer not null default 0,   -- grows with each process that takes it up: only the newest may write
  sheet bytea,                        -- initial passwords, sealed with the key of KEYS_DIR, until they are fetched
  sheet_key uuid,                     -- who fetched it may do so again with the same key, for ten minutes
  sheet_taken_at timestamptz,
  created_at timestamptz not null default app_now(),
  touched_at timestamptz not null default app_now(),
  check (state <> 'FAILED' or problem is not null),
  check ((sheet_key is null) = (sheet_taken_at is null)),
  check (sheet is null or state = 'DONE')
);
create index roster_import_working on roster_import (touched_at) where state in ('READING', 'WRITING');
create index roster_import_created on roster_import (created_at);

create table roster_import_row (
  import_id uuid not null references roster_import on delete cascade,
  no integer not null, -- the row of the table
  action text not null check (action in ('CREATE', 'SAME', 'REFUSE')),
  label text not null, -- what a reader knows the row by; ID numbers only masked
  content jsonb,       -- what is to be written; null: could not be read
  student_id uuid references student, -- whom it is about, or who was made of it
  problems jsonb not null default '[]',
  primary key (import_id, no),
  check (action <> 'CREATE' or content is not null)
);

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'student.read'),
  ('SUPER_ADMIN', 'student.edit'),
  ('SUPER_ADMIN', 'student.reveal'),
  ('SUPER_ADMIN', 'student.merge'),
  ('SUPER_ADMIN', 'student.import'),
  ('SUPER_ADMIN', 'capture.review'),
  ('ACADEMIC', 'student.read'),
  ('ACADEMIC', 'student.edit'),
  ('ACADEMIC', 'student.reveal'),
  ('ACADEMIC', 'student.merge'),
  ('ACADEMIC', 'student.import'),
  ('REVIEWER', 'student.read'),
  ('REVIEWER', 'capture.review'),
  ('AUDITOR', 'student.read');

-- one purpose more, beside whatever purposes there are by now
do $$
declare
  holder text;
  rule text;
begin
  foreach holder in array array['file', 'upload'] loop
    select pg_get_constraintdef(oid) into strict rule from pg_constraint where conname = holder || '_purpose_check';
    execute format('alter table %I drop constraint %I, add constraint %I %s', holder, holder || '_purpose_check',
      holder || '_purpose_check', replace(rule, 'ARRAY[', 'ARRAY[''ROSTER''::text, '));
  end loop;
end $$;
