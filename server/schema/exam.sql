-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.

-- Numbers of exams that their saved answers repeat. A job moves it to the first number of each month.
create sequence answer_log_no;

-- What two reviewers decided about a flagged attempt.
create table capture_review (
  id uuid primary key,
  attempt_id uuid not null references attempt (id),
  proposal text not null check (proposal in ('KEEP', 'VOID')),
  -- Innocent causes that the first reviewer thinks possible.
  causes text[] not null default '{}',
  reason text not null,
  proposed_by uuid not null references staff (id),
  proposed_at timestamptz not null default app_now(),
  decision text check (decision in ('CONFIRMED', 'REJECTED', 'WITHDRAWN')),
  decided_by uuid references staff (id),
  decided_at timestamptz,
  decide_reason text,
  -- Why the attempt is to be void; empty in older reviews.
  ground text check (ground in ('NOT_PHOTO', 'CHANGED', 'HELPED', 'ADMITTED', 'OTHER')),
  -- What the reviewer compared the pictures with.
  compared text check (compared in ('PHOTO', 'CAPTURES', 'NOTHING')),
  constraint capture_review_check1 check (num_nonnulls(decision, decided_by, decided_at, decide_reason) in (0, 4)),
  constraint capture_review_check2 check (proposal = 'KEEP' or causes = '{}'::text[]),
  constraint capture_review_ground_captures check (ground <> 'CHANGED' or (compared in ('PHOTO', 'CAPTURES'))),
  constraint capture_review_ground_compared check (ground <> 'NOT_PHOTO' or compared = 'PHOTO'),
  constraint capture_review_ground_of_void check (ground is null or proposal = 'VOID'),
  constraint capture_review_second_person check ((decision = 'WITHDRAWN') = (decided_by = proposed_by))
);
create index capture_review_attempt on capture_review (attempt_id, proposed_at);
create unique index capture_review_one on capture_review (attempt_id) where decision is null or decision =
  'CONFIRMED';
create index capture_review_open on capture_review (proposed_at) where decision is null;

-- One attempt at an exam, from the start to the result.
create table attempt (
  id uuid primary key default gen_random_uuid(),
  sign_course_id uuid not null,
  student_id uuid not null,
  round integer not null,
  no integer not null check (no >= 1),
  mode text not null check (mode in ('CAMERA', 'MANUAL')),
  -- The text that the student agreed to for this attempt.
  consent_version text not null,
  pass_mark integer not null,
  started_at timestamptz not null,
  deadline timestamptz not null,
  saved_seq integer not null default 0,
  answers jsonb not null default '{}',
  log_hash bytea not null,
  submitted_at timestamptz,
  submitted_by text check (submitted_by in ('STUDENT', 'DEADLINE', 'SEALED', 'STAFF')),
  score integer,
  right_count integer,
  wrong_count integer,
  passed boolean,
  receipt text unique,
  -- Flagged: two reviewers look at its pictures.
  review boolean not null default false,
  voided_at timestamptz,
  void_reason text,
  total_points integer not null,
  -- Attempts of the round that are left after this one, as the student was told.
  attempts_left integer not null check (attempts_left >= 0),
  -- False where staff gave the attempt back.
  counts boolean not null default true,
  -- When an answer or heartbeat last came.
  heard_at timestamptz,
  -- The page that it came from, by a number that the page gave itself.
  heard_page uuid,
  -- When another page was last heard.
  others_heard_at timestamptz,
  -- When a void of it was last undone.
  restored_at timestamptz,
  -- Passed, but another attempt of the same course counts.
  covered boolean not null default false,
  -- The number that says in which partition the saved answers lie; 0 for exams of before.
  log_no bigint not null default nextval('answer_log_no'::regclass),
  constraint attempt_sign_course_id_round_no_key unique (sign_course_id, round, no),
  constraint attempt_paper foreign key (id) references exam_paper (id),
  constraint attempt_sign_course_id_student_id_fkey foreign key (sign_course_id, student_id) references sign_course
    (id, student_id) on update cascade,
  constraint attempt_check check (num_nonnulls(submitted_at, submitted_by, score, right_count, wrong_count, passed,
    receipt) in (0, 7)),
  constraint attempt_check1 check ((voided_at is null) = (void_reason is null)),
  constraint attempt_covered check (not covered or passed and voided_at is null),
  constraint attempt_given_back check (counts or voided_at is not null),
  constraint attempt_review_matters check (not review or passed is distinct from false)
) with (fillfactor=70);
create index attempt_deadline on attempt (deadline) where submitted_at is null;
create index attempt_ended on attempt (submitted_at desc, id) where submitted_at is not null;
create index attempt_ended_by_bell on attempt (deadline) where submitted_by = 'DEADLINE';
create unique index attempt_one_standing on attempt (sign_course_id) where submitted_at is null or passed and
  voided_at is null and not covered;
create index attempt_review on attempt (submitted_at, id) where review;
create index attempt_student on attempt (student_id);
create trigger attempt_exam_due after update of submitted_at, counts on attempt for each row when (old.submitted_at is
  null and new.submitted_at is not null and not new.passed or not new.counts) execute function exam_paper_due_of();
create trigger attempt_moved before update on attempt for each row when (old.submitted_at is not null and
  new.student_id <> old.student_id) execute function keep_but_owner();
create trigger attempt_question_stat after update of submitted_at on attempt for each row when (old.submitted_at is
  null and new.submitted_at is not null) execute function question_stat_due();
create trigger attempt_settled before update on attempt for each row when (old.submitted_at is not null and
  new.student_id = old.student_id) execute function keep_handed_in();

-- Saved answers of an attempt, as a chain of hashes; rows are only added. A partition holds the exams that began
--   in a month.
create table answer_log (
  attempt_id uuid not null references attempt (id),
  seq integer not null check (seq >= 1),
  kind text not null check (kind in ('SAVE', 'SUBMIT')),
  content_hash bytea not null,
  answers jsonb not null,
  -- The hash of the entry before and of this content.
  hash bytea not null,
  at timestamptz not null,
  -- The number that the page gave each choice, to tell newer choices from older ones.
  chosen jsonb,
  -- That of the attempt.
  log_no bigint not null default 0,
  constraint answer_log_pkey primary key (attempt_id, seq, log_no)
) partition by range (log_no);
create trigger answer_log_append_only before delete or update on answer_log for each row execute function
  refuse_change();
create trigger answer_log_no_truncate before truncate on answer_log for each statement execute function
  refuse_change();
create table answer_log_first partition of answer_log for values from (minvalue) to ('1000000000000');

-- How a student agreed to be checked in an exam; the newest row counts.
create table exam_consent (
  id bigint primary key generated always as identity,
  sign_course_id uuid not null references sign_course (id),
  mode text not null check (mode in ('CAMERA', 'MANUAL')),
  version text not null,
  at timestamptz not null default app_now()
);
create index exam_consent_course on exam_consent (sign_course_id, id desc);

-- A picture that is due at a moment of an attempt, and what came of it.
create table capture (
  attempt_id uuid not null references attempt (id),
  no integer not null check (no >= 1),
  due_at timestamptz not null,
  file_id uuid unique references file (id),
  failure text,
  received_at timestamptz,
  -- Why somebody has to look at it: it came late, or repeats another picture.
  doubt text check (doubt in ('LATE', 'REPEATED')),
  -- The name of the camera; deleted with the picture.
  camera text check (char_length(camera) between 1 and 100),
  constraint capture_pkey primary key (attempt_id, no),
  constraint capture_camera_of_picture check (camera is null or file_id is not null),
  constraint capture_check check (num_nonnulls(file_id, failure) = num_nonnulls(received_at)),
  constraint capture_doubt_of_picture check (doubt is null or received_at is not null)
);

-- A paper drawn for a student before the exam is opened; its id becomes the attempt's.
create table exam_paper (
  id uuid primary key,
  sign_course_id uuid not null references sign_course (id) on delete cascade,
  course_id uuid not null references course (id),
  round integer not null,
  no integer not null check (no >= 1),
  -- Attempts of the round that are left after this one.
  attempts_left integer not null check (attempts_left >= 0),
  -- Questions with right answers; never sent before the result.
  paper jsonb not null,
  -- The same as the candidate sees it, as JSON that is ready to send.
  shown text not null,
  total_points integer not null,
  pass_mark integer not null,
  exam_seconds integer not null check (exam_seconds > 0),
  -- Moments of pictures, in seconds after the start.
  captures integer[] not null,
  -- The hash that the first entry of the answer log is chained to.
  log_hash bytea not null,
  bank_version integer not null,
  course_version_id uuid not null references course_version (id),
  drawn_at timestamptz not null default app_now(),
  constraint exam_paper_sign_course_id_round_no_key unique (sign_course_id, round, no)
);
create index exam_paper_course on exam_paper (course_id);
create index exam_paper_questions on exam_paper using gin (jsonb_path_query_array(paper,
  '$."questions"[*]."id"'::jsonpath) jsonb_path_ops);
create index exam_paper_version on exam_paper (course_version_id);
create trigger exam_paper_kept before update on exam_paper for each row execute function refuse_change();

-- A course of a student for which the job may have to draw a paper; may be listed twice.
create table exam_paper_due (
  sign_course_id uuid not null references sign_course (id) on delete cascade,
  id bigint primary key generated always as identity
);
create index exam_paper_due_course on exam_paper_due (sign_course_id);

-- A course whose papers the job has to look at, as its questions changed.
create table exam_bank_changed (
  course_id uuid primary key references course (id)
);

-- Extra time of a student in all exams, as percent of the paper's time.
create table exam_extra_time (
  student_id uuid primary key references student (id),
  percent integer not null check (percent between 1 and 200),
  reason text not null check (char_length(reason) between 2 and 300),
  set_by text not null,
  set_at timestamptz not null default app_now()
);

-- When the portal last ran, in real time; an outage is found by it. One row.
create table exam_pulse (
  one boolean primary key default true check (one),
  at timestamptz not null
);

-- Time given back to an attempt for an outage of the portal.
create table exam_time_credit (
  attempt_id uuid not null references attempt (id),
  -- When the outage began, in real time.
  since timestamptz not null,
  seconds integer not null check (seconds > 0),
  at timestamptz not null default app_now(),
  constraint exam_time_credit_pkey primary key (attempt_id, since)
);
create index exam_time_credit_at on exam_time_credit (at);

-- What staff do to an attempt: more time, void, reset, restore; asked for by one, decided by another.
create table exam_decision (
  id uuid primary key,
  attempt_id uuid not null references attempt (id),
  kind text not null check (kind in ('EXTEND', 'VOID', 'RESET', 'RESTORE')),
  seconds integer check (seconds between 60 and 14400),
  reason text not null check (char_length(reason) between 2 and 300),
  asked_by uuid not null references staff (id),
  asked_at timestamptz not null default app_now(),
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'REFUSED', 'WITHDRAWN')),
  decided_by uuid references staff (id),
  decided_at timestamptz,
  note text not null default '',
  constraint exam_decision_check check ((kind = 'EXTEND') = (seconds is not null)),
  constraint exam_decision_check1 check ((state = 'WAITING') = (decided_at is null) and (decided_at is null) =
    (decided_by is null)),
  constraint exam_decision_second_person check ((state = 'WITHDRAWN') = (decided_by = asked_by))
);
create unique index exam_decision_one_waiting on exam_decision (attempt_id, kind) where state = 'WAITING';
create index exam_decision_waiting on exam_decision (asked_at) where state = 'WAITING';

-- An appeal (申诉) against a result, or against a later decision about the attempt.
create table exam_appeal (
  attempt_id uuid not null references attempt (id),
  student_id uuid not null references student (id),
  text text not null check (char_length(text) between 5 and 500),
  at timestamptz not null default app_now(),
  state text not null default 'OPEN' check (state in ('OPEN', 'UPHELD', 'REJECTED')),
  answer text,
  answered_by uuid references staff (id),
  answered_at timestamptz,
  -- What follows from an appeal that was upheld.
  remedy text check (remedy in ('RESTORE', 'RESET', 'REGRADE', 'NONE')),
  decision_id uuid references exam_decision (id),
  question_id uuid references question (id),
  remedy_reason text check (char_length(remedy_reason) between 5 and 300),
  id uuid primary key default gen_random_uuid(),
  -- The moment of the decision that it is against.
  about timestamptz not null,
  constraint exam_appeal_once unique (attempt_id, about),
  constraint exam_appeal_check check ((state = 'OPEN') = (answered_at is null) and (num_nonnulls(answer, answered_by,
    answered_at) in (0, 3))),
  constraint exam_appeal_decision check (coalesce(remedy in ('RESTORE', 'RESET'), false) = (decision_id is not null)),
  constraint exam_appeal_followed check ((state = 'UPHELD') = (remedy is not null)),
  constraint exam_appeal_question check (coalesce(remedy = 'REGRADE', false) = (question_id is not null)),
  constraint exam_appeal_reason check (coalesce(remedy = 'NONE', false) = (remedy_reason is not null))
);
create index exam_appeal_decided on exam_appeal (decision_id) where decision_id is not null;
create index exam_appeal_open on exam_appeal (at) where state = 'OPEN';

-- A test of camera, upload, clock and saving before an exam (考前自检); the newest row counts.
create table exam_rehearsal (
  id uuid primary key,
  student_id uuid not null references student (id),
  at timestamptz not null default app_now(),
  camera text not null check (camera in ('GREEN', 'AMBER', 'RED')),
  upload text not null check (upload in ('GREEN', 'AMBER', 'RED')),
  clock text not null check (clock in ('GREEN', 'AMBER', 'RED')),
  autosave text not null check (autosave in ('GREEN', 'AMBER', 'RED')),
  detail jsonb not null default '{}'
);
create index exam_rehearsal_student on exam_rehearsal (student_id, at desc);

-- A correction of a question on all papers that had it; asked for by one, decided by another.
create table exam_regrade (
  id uuid primary key,
  question_id uuid not null references question (id),
  kind text not null check (kind in ('KEY', 'ALL', 'STRIKE')),
  reason text not null check (char_length(reason) between 5 and 300),
  lose_reason text check (char_length(lose_reason) between 5 and 300),
  -- A digest of the shown effect; only this effect may be decided on.
  preview text not null,
  counts jsonb not null,
  asked_by uuid not null references staff (id),
  asked_at timestamptz not null default app_now(),
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'REFUSED', 'WITHDRAWN')),
  decided_by uuid references staff (id),
  decided_at timestamptz,
  note text not null default '',
  done_at timestamptz,
  -- Papers of the preview that lose their pass.
  loses uuid[] not null default '{}',
  constraint exam_regrade_check check ((state = 'WAITING') = (decided_at is null) and (decided_at is null) =
    (decided_by is null)),
  constraint exam_regrade_check1 check ((state = 'DONE') = (done_at is not null)),
  constraint exam_regrade_loses check (lose_reason is not null or loses = '{}'::uuid[]),
  constraint exam_regrade_second_person check (decided_by <> asked_by or state = 'WITHDRAWN')
);
create unique index exam_regrade_one_open on exam_regrade (question_id) where state in ('WAITING', 'RUNNING');
create index exam_regrade_question on exam_regrade (question_id, decided_at);
create index exam_regrade_running on exam_regrade (decided_at) where state = 'RUNNING';

-- The effect of a correction on one paper.
create table exam_regrade_paper (
  id bigint primary key generated always as identity,
  regrade_id uuid not null references exam_regrade (id),
  paper_id uuid not null references exam_paper (id) on delete cascade,
  answer text[],
  done_at timestamptz,
  outcome text check (outcome in ('PASS_GAINED', 'PASS_LOST', 'PASS_KEPT', 'PASSED_ELSEWHERE', 'SCORE_UP',
    'SCORE_DOWN', 'SAME', 'RUNNING', 'NOT_BEGUN', 'VOID', 'ACCOUNT_CLOSED')),
  old_score integer,
  old_right integer,
  old_wrong integer,
  old_passed boolean,
  new_score integer,
  new_right integer,
  new_wrong integer,
  new_passed boolean,
  -- The transaction that writes the new result; keep_handed_in allows only that one.
  written xid8,
  may_lose boolean not null default false,
  constraint exam_regrade_paper_regrade_id_paper_id_key unique (regrade_id, paper_id),
  constraint exam_regrade_paper_check check ((done_at is null) = (outcome is null))
);
create index exam_regrade_paper_due on exam_regrade_paper (regrade_id, id) where done_at is null;
create index exam_regrade_paper_of on exam_regrade_paper (paper_id);
create trigger exam_regrade_paper_kept before update on exam_regrade_paper for each row when (old.done_at is not null)
  execute function refuse_change();

-- A question whose right answer changed after papers with it were drawn, until staff have looked at it.
create table exam_question_changed (
  question_id uuid primary key references question (id),
  at timestamptz not null,
  settled_by uuid references staff (id),
  settled_at timestamptz,
  settled_reason text check (char_length(settled_reason) between 5 and 300),
  constraint exam_question_changed_check check (num_nonnulls(settled_by, settled_at, settled_reason) in (0, 3))
);
create index exam_question_changed_open on exam_question_changed (at) where settled_at is null;

-- When the last decision about an attempt was made.
create function exam_decided_at(sitting uuid, until timestamptz) returns timestamptz language sql stable as $$
  select max(at) from (
    select unnest(array[submitted_at, voided_at, restored_at]) from attempt where id = sitting
    union all select decided_at from exam_decision
      where attempt_id = sitting and state = 'DONE' and kind in ('VOID', 'RESET', 'RESTORE')
    union all select done_at from exam_regrade_paper
      where paper_id = sitting and outcome in ('PASS_GAINED', 'PASS_LOST', 'PASS_KEPT', 'SCORE_UP', 'SCORE_DOWN', 'PASSED_ELSEWHERE', 'VOID')) as moment (at)
  where at <= until
$$;

-- Time given back to an attempt after its deadline.
create function exam_given_back(sitting uuid, bell timestamptz) returns interval language sql stable as $$
  select coalesce(sum(seconds), 0) * interval '1 second' from exam_time_credit where attempt_id = sitting and at > bell
$$;

-- A submitted attempt may follow its sign-up to another account, and changes in nothing else.
create function keep_but_owner() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 or to_jsonb(new) - 'student_id' is distinct from to_jsonb(old) - 'student_id' then
    raise exception 'a handed-in attempt cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Refuses to change the paper, answers or result of a submitted attempt, except by a decided correction or
--   sealed answers.
create function keep_handed_in() returns trigger language plpgsql as $$
declare free text[] := array['review', 'voided_at', 'void_reason', 'counts', 'restored_at', 'covered'];
begin
  if old.submitted_by = 'DEADLINE' and new.submitted_by = 'SEALED' and old.voided_at is null then
    free := free || array['submitted_by', 'answers', 'saved_seq', 'log_hash', 'score', 'right_count', 'wrong_count', 'passed', 'receipt'];
  elsif exists (select from exam_regrade_paper regraded where regraded.paper_id = new.id and regraded.written = pg_current_xact_id()
      and (regraded.old_score, regraded.old_right, regraded.old_wrong, regraded.old_passed)
        = (old.score, old.right_count, old.wrong_count, old.passed)
      and (regraded.new_score, regraded.new_right, regraded.new_wrong, regraded.new_passed)
        = (new.score, new.right_count, new.wrong_count, new.passed)) then
    free := free || array['score', 'right_count', 'wrong_count', 'passed'];
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'a handed-in attempt cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Lists a submitted attempt for the sums of question_stat.
create function question_stat_due() returns trigger language plpgsql as $$
begin
  insert into question_stat_due values (new.id);
  return null;
end $$;
