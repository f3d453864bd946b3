-- The exam in depth: papers drawn before they are asked for, answers sealed at the bell, time given back, what staff
-- decide about a sitting, appeals, rehearsals.

-- Papers. What a paper was drawn from has a version: one drawn from an older one is thrown away.
alter table course add bank_version integer not null default 1; -- grows with its questions

create table exam_paper (
  id uuid primary key,               -- the sitting's, once it is taken
  sign_course_id uuid not null references sign_course on delete cascade,
  course_id uuid not null references course,
  round integer not null,
  no integer not null check (no >= 1),
  attempts_left integer not null check (attempts_left >= 0), -- of the round, after this one
  paper jsonb not null,              -- the drawn questions with right answers: never leaves the server before the result
  shown text not null,               -- the same as its candidate sees it: JSON, ready to send
  total_points integer not null,
  pass_mark integer not null,
  exam_seconds integer not null check (exam_seconds > 0),
  captures integer[] not null,       -- seconds after the start, in order; taken where the camera is used
  log_hash bytea not null,           -- what the first entry of the answer log is chained to
  bank_version integer not null,
  course_version_id uuid not null references course_version, -- whose rules it follows
  drawn_at timestamptz not null default app_now(),
  unique (sign_course_id, round, no)
);
create index exam_paper_course on exam_paper (course_id);
create index exam_paper_version on exam_paper (course_version_id);
-- drawn once: another paper is another row
create trigger exam_paper_kept before update on exam_paper
  for each row execute function refuse_change();

-- What may need a paper, and banks whose papers are old: the worklists of the job.
create table exam_paper_due (sign_course_id uuid primary key references sign_course on delete cascade);
create table exam_bank_changed (course_id uuid primary key references course);

insert into exam_paper (id, sign_course_id, course_id, round, no, attempts_left, paper, shown, total_points, pass_mark,
    exam_seconds, captures, log_hash, bank_version, course_version_id, drawn_at)
  select attempt.id, sign_course_id, course_id, attempt.round, no,
    greatest(0, (paper ->> 'attemptsPerRound')::int - no), paper,
    (select jsonb_agg(jsonb_build_object('id', q -> 'id', 'type', q -> 'type', 'stem', q -> 'stem', 'points', q -> 'points',
        'options', (select jsonb_agg(jsonb_build_object('id', o -> 'id', 'text', o -> 'text') order by option_no)
          from jsonb_array_elements(q -> 'options') with ordinality as options (o, option_no))) order by question_no)
      from jsonb_array_elements(paper -> 'questions') with ordinality as questions (q, question_no))::text,
    (paper ->> 'totalPoints')::int, pass_mark, greatest(1, extract(epoch from deadline - started_at)::int), '{}',
    sha256(convert_to(attempt.id::text, 'UTF8')), 0, course_version_id, started_at
  from attempt join sign_course on sign_course.id = attempt.sign_course_id;

alter table attempt disable trigger attempt_settled;
alter table attempt
  add total_points integer,
  add attempts_left integer check (attempts_left >= 0), -- of its round, after it; as its candidate was told
  add counts boolean not null default true,             -- false: staff gave the attempt back
  add heard_at timestamptz,                             -- the last answer or heartbeat: what the last time beacon says
  add constraint attempt_paper foreign key (id) references exam_paper (id);
update attempt set total_points = exam_paper.total_points, attempts_left = exam_paper.attempts_left
  from exam_paper where exam_paper.id = attempt.id;
-- the row that every answer writes anew stays small; what was asked lies with the paper
alter table attempt
  alter total_points set not null,
  alter attempts_left set not null,
  drop column paper,
  drop constraint attempt_submitted_by_check,
  add constraint attempt_submitted_by_check check (submitted_by in ('STUDENT', 'DEADLINE', 'SEALED', 'STAFF')),
  add constraint attempt_given_back check (counts or voided_at is not null);
alter table attempt enable trigger attempt_settled;

-- A handed-in attempt is settled: what follows may flag or void it. Once, answers sealed at the bell may take the place of what
-- the server had submitted for their candidate (docs/exam-offline.md); the log keeps both.
create or replace function keep_handed_in() returns trigger language plpgsql as $$
declare free text[] := array['review', 'voided_at', 'void_reason', 'counts'];
begin
  if old.submitted_by = 'DEADLINE' and new.submitted_by = 'SEALED' and old.voided_at is null then
    free := free || array['submitted_by', 'answers', 'saved_seq', 'log_hash', 'score', 'right_count', 'wrong_count', 'passed', 'receipt'];
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'a handed-in attempt cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function exam_bank_touched(courses uuid[]) returns void language sql as $$
  update course set bank_version = bank_version + 1 where id = any(courses);
  insert into exam_bank_changed select distinct unnest(courses) on conflict do nothing;
$$;
create function exam_bank_grew() returns trigger language plpgsql as $$
begin
  perform exam_bank_touched(array(select distinct course_id from fresh order by course_id));
  return null;
end $$;
create function exam_bank_shrank() returns trigger language plpgsql as $$
begin
  perform exam_bank_touched(array(select distinct course_id from gone order by course_id));
  return null;
end $$;
create function exam_bank_edited() returns trigger language plpgsql as $$
declare courses uuid[];
begin
  courses := array(select distinct fresh.course_id from fresh join gone using (id)
    where (fresh.type, fresh.stem, fresh.options, fresh.answer, fresh.explanation, fresh.enabled)
      is distinct from (gone.type, gone.stem, gone.options, gone.answer, gone.explanation, gone.enabled)
    order by 1);
  if cardinality(courses) > 0 then
    perform exam_bank_touched(courses);
  end if;
  return null;
end $$;
create trigger question_exam_added after insert on question
  referencing new table as fresh for each statement execute function exam_bank_grew();
create trigger question_exam_removed after delete on question
  referencing old table as gone for each statement execute function exam_bank_shrank();
create trigger question_exam_edited after update on question
  referencing old table as gone new table as fresh for each statement execute function exam_bank_edited();

-- Whoever has just finished a lesson, evaluated, or ended an attempt may need a paper next.
create function exam_paper_due_course() returns trigger language plpgsql as $$
begin
  insert into exam_paper_due values (new.id) on conflict do nothing;
  return null;
end $$;
create function exam_paper_due_of() returns trigger language plpgsql as $$
begin
  insert into exam_paper_due values (new.sign_course_id) on conflict do nothing;
  return null;
end $$;
create trigger sign_course_exam_due after update of evaluated_at on sign_course
  for each row when (new.evaluated_at is not null) execute function exam_paper_due_course();
create trigger lesson_progress_exam_due after update of done_at on lesson_progress
  for each row when (old.done_at is null and new.done_at is not null) execute function exam_paper_due_of();
create trigger lesson_progress_exam_due_at_once after insert on lesson_progress
  for each row when (new.done_at is not null) execute function exam_paper_due_of();
create trigger attempt_exam_due after update of submitted_at, counts on attempt
  for each row when ((old.submitted_at is null and new.submitted_at is not null and not new.passed) or not new.counts)
  execute function exam_paper_due_of();
insert into exam_paper_due select id from sign_course where evaluated_at is not null;

-- Time. What a candidate gets beyond the paper's own time, and when the portal was last alive (real time, not the rules').
create table exam_extra_time (
  student_id uuid primary key references student,
  percent integer not null check (percent between 1 and 200),
  reason text not null check (char_length(reason) between 2 and 300),
  set_by text not null,
  set_at timestamptz not null default app_now()
);
create table exam_pulse (
  one boolean primary key default true check (one),
  at timestamptz not null
);
create table exam_time_credit (
  attempt_id uuid not null references attempt,
  since timestamptz not null,       -- our own outage, by the real clock
  seconds integer not null check (seconds > 0),
  at timestamptz not null default app_now(),
  primary key (attempt_id, since)
);

-- What staff do to one sitting: asked for by one, decided by another.
create table exam_decision (
  id uuid primary key,              -- made by the client: the same again is answered like the first
  attempt_id uuid not null references attempt,
  kind text not null check (kind in ('EXTEND', 'VOID', 'RESET')),
  seconds integer check (seconds between 60 and 14400),
  reason text not null check (char_length(reason) between 2 and 300),
  asked_by uuid not null references staff,
  asked_at timestamptz not null default app_now(),
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'REFUSED')),
  decided_by uuid references staff,
  decided_at timestamptz,
  note text not null default '',
  check ((kind = 'EXTEND') = (seconds is not null)),
  check ((state = 'WAITING') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint exam_decision_second_person check (decided_by <> asked_by)
);
create unique index exam_decision_one_waiting on exam_decision (attempt_id, kind) where state = 'WAITING';
create index exam_decision_waiting on exam_decision (asked_at) where state = 'WAITING';

-- 申诉: one for each ended sitting.
create table exam_appeal (
  attempt_id uuid primary key references attempt,
  student_id uuid not null references student,
  text text not null check (char_length(text) between 5 and 500),
  at timestamptz not null default app_now(),
  state text not null default 'OPEN' check (state in ('OPEN', 'UPHELD', 'REJECTED')),
  answer text,
  answered_by uuid references staff,
  answered_at timestamptz,
  check ((state = 'OPEN') = (answered_at is null) and num_nonnulls(answer, answered_by, answered_at) in (0, 3))
);
create index exam_appeal_open on exam_appeal (at) where state = 'OPEN';

-- 考前自检: the newest counts, the older ones stay as the record.
create table exam_rehearsal (
  id uuid primary key,              -- made by the client
  student_id uuid not null references student,
  at timestamptz not null default app_now(),
  camera text not null check (camera in ('GREEN', 'AMBER', 'RED')),
  upload text not null check (upload in ('GREEN', 'AMBER', 'RED')),
  clock text not null check (clock in ('GREEN', 'AMBER', 'RED')),
  autosave text not null check (autosave in ('GREEN', 'AMBER', 'RED')),
  detail jsonb not null default '{}'
);
create index exam_rehearsal_student on exam_rehearsal (student_id, at desc);

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'exam.read'),
  ('SUPER_ADMIN', 'exam.decide'),
  ('ACADEMIC', 'exam.read'),
  ('ACADEMIC', 'exam.decide'),
  ('REVIEWER', 'exam.read'),
  ('REVIEWER', 'exam.decide'),
  ('AUDITOR', 'exam.read');
