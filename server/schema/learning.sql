-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.

-- Short numbers of play sessions, which heartbeats use. A job moves it to the first number of each month.
create sequence play_session_no;
alter sequence play_session_no owned by play_session.no;

-- A student's sign-up for a plan (报名). Its state is derived from these facts.
create table sign (
  id uuid primary key default gen_random_uuid(),
  student_id uuid not null references student (id),
  plan_id uuid not null references plan (id),
  created_at timestamptz not null default app_now(),
  paid_at timestamptz,
  refunded_at timestamptz,
  constraint sign_id_plan_id_key unique (id, plan_id),
  constraint sign_id_student_id_key unique (id, student_id),
  constraint sign_student_id_plan_id_key unique (student_id, plan_id),
  constraint sign_check check (refunded_at is null or paid_at is not null)
);
create constraint trigger sign_adds_up after update of paid_at, refunded_at on sign deferrable initially deferred for
  each row when (new.paid_at is null or new.refunded_at is not null) execute function money_adds_up();
create trigger sign_of_open_account before insert on sign for each row execute function refuse_closed_student();

-- A course that a student chose within a sign-up; the composite keys keep courses of other plans out.
create table sign_course (
  id uuid primary key default gen_random_uuid(),
  sign_id uuid not null,
  student_id uuid not null,
  plan_id uuid not null,
  plan_course_id uuid not null,
  course_id uuid not null,
  evaluated_at timestamptz,
  -- Grows when a course is studied again from the beginning after all attempts failed.
  round integer not null default 1 check (round >= 1),
  -- The version that this student studies.
  course_version_id uuid not null,
  -- The tenths of an hour that were sold.
  hours integer not null check (hours > 0),
  constraint sign_course_id_student_id_key unique (id, student_id),
  constraint sign_course_sign_id_plan_course_id_key unique (sign_id, plan_course_id),
  constraint sign_course_course_version_id_course_id_fkey foreign key (course_version_id, course_id) references
    course_version (id, course_id),
  constraint sign_course_plan_course_id_plan_id_course_id_fkey foreign key (plan_course_id, plan_id, course_id)
    references plan_course (id, plan_id, course_id) deferrable,
  constraint sign_course_sign_id_plan_id_fkey foreign key (sign_id, plan_id) references sign (id, plan_id),
  constraint sign_course_sign_id_student_id_fkey foreign key (sign_id, student_id) references sign (id, student_id) on
    update cascade
);
create index sign_course_plan_course on sign_course (plan_course_id);
create index sign_course_student on sign_course (student_id);
create index sign_course_version on sign_course (course_version_id);
create trigger sign_course_exam_due after update of evaluated_at on sign_course for each row when (new.evaluated_at is
  not null) execute function exam_paper_due_course();
create trigger sign_course_kept before update of hours, course_version_id on sign_course for each row execute function
  keep_begun();
create trigger sign_course_locked before insert or delete on sign_course for each row execute function
  lock_paid_choice();

-- A student's rating of a course.
create table evaluation (
  sign_course_id uuid primary key references sign_course (id),
  content smallint not null check (content between 1 and 5),
  teacher smallint not null check (teacher between 1 and 5),
  usefulness smallint not null check (usefulness between 1 and 5),
  text text not null default '' check (char_length(text) <= 200),
  at timestamptz not null default app_now()
);

-- How much study time a student may still be credited, over all tabs and devices; each write raises its version.
create table study_clock (
  student_id uuid primary key references student (id),
  version integer not null,
  -- The open play session.
  session_no bigint references play_session (no),
  -- The highest heartbeat number of that session.
  last_seq integer not null default 0,
  -- Up to when the allowance has been counted.
  accrued_at timestamptz not null,
  -- Time that has passed and is not yet credited.
  allowance_ds integer not null default 0 check (allowance_ds >= 0),
  -- What is left of the 5 seconds that a student may once be ahead of the clock.
  grace_ds integer not null default 50 check (grace_ds between 0 and 50),
  -- All that was ever credited.
  credited_ds bigint not null default 0,
  -- Reported in this session and not yet creditable.
  held int4multirange not null default '{}',
  -- The next presence check.
  presence_id uuid not null,
  -- Study time until that check is due.
  presence_left_ds integer not null check (presence_left_ds >= 0),
  -- The day of the last heartbeat, in Shanghai.
  day date not null,
  -- Credited on that day; moves to study_day when the day ends.
  day_ds integer not null default 0,
  -- Accepted heartbeats of that day, which are limited.
  day_beats integer not null default 0 check (day_beats >= 0),
  -- How long after it was due the open check could first be shown, as nothing was heard from the session.
  presence_late_ds integer not null default 0 check (presence_late_ds >= 0)
) with (fillfactor=50);

-- One lesson open in one player.
create table play_session (
  -- The short number that heartbeats use. Above 10^12 it begins with the month: 2612000000000001.
  no bigint primary key default nextval('play_session_no'::regclass),
  student_id uuid not null,
  -- Made by the client.
  id uuid not null,
  sign_course_id uuid not null,
  lesson_id uuid not null references lesson (id),
  round integer not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text check (closed_by in ('END', 'TAKEOVER')),
  -- The kind of browser and device, in words of ours.
  device text not null default '' check (char_length(device) <= 40),
  -- Time that the session had not used when another took over; late reports are credited from it.
  left_ds integer not null default 0 check (left_ds >= 0),
  -- Reported before another session took over, and waiting for an earlier part.
  held int4multirange not null default '{}',
  -- The most that a heartbeat of it answered, once its heartbeats lie in a sealed part.
  sealed_ds integer,
  constraint play_session_student_id_id_key unique (student_id, id),
  constraint play_session_sign_course_id_student_id_fkey foreign key (sign_course_id, student_id) references
    sign_course (id, student_id) on update cascade,
  constraint play_session_check check ((closed_at is null) = (closed_by is null))
);
create index play_session_sign_course on play_session (sign_course_id);

-- What a student has watched of a lesson in one round.
create table lesson_progress (
  sign_course_id uuid not null references sign_course (id),
  lesson_id uuid not null references lesson (id),
  round integer not null default 1,
  -- Credited ranges, in tenths of a second.
  covered int4multirange not null default '{}',
  credited_ds integer not null default 0 check (credited_ds >= 0),
  -- The furthest position reached.
  furthest_ds integer not null default 0 check (furthest_ds >= 0),
  resume_ds integer not null default 0 check (resume_ds >= 0),
  done_at timestamptz,
  updated_at timestamptz not null default app_now(),
  constraint lesson_progress_pkey primary key (sign_course_id, lesson_id, round)
) with (fillfactor=50);
create index lesson_progress_lesson on lesson_progress (lesson_id);
create trigger lesson_progress_exam_due after update of done_at on lesson_progress for each row when (old.done_at is
  null and new.done_at is not null) execute function exam_paper_due_of();
create trigger lesson_progress_exam_due_at_once after insert on lesson_progress for each row when (new.done_at is not
  null) execute function exam_paper_due_of();

-- Each heartbeat with its first answer, which an identical repeat gets again. A partition holds the play
--   sessions of a month.
create table study_beat (
  -- Not a foreign key, as thousands of rows a second are written.
  session_no bigint not null,
  seq integer not null check (seq >= 0),
  at timestamptz not null,
  event text not null,
  position_ds integer not null,
  intervals int4multirange not null,
  answered_presence_id uuid,
  -- What this heartbeat added.
  added_ds integer not null,
  -- What the lesson had after it.
  credited_ds integer not null,
  furthest_ds integer not null,
  lesson_done boolean not null,
  course_done boolean not null,
  presence_id uuid,
  presence_due_at timestamptz,
  presence_answer_by timestamptz,
  constraint study_beat_pkey primary key (session_no, seq)
) partition by range (session_no);
create trigger study_beat_append_only before update on study_beat for each row execute function refuse_change();
create table study_beat_first partition of study_beat for values from (minvalue) to ('1000000000000');

-- Study time credited to a student on a day.
create table study_day (
  student_id uuid not null references student (id),
  day date not null,
  credited_ds integer not null,
  constraint study_day_pkey primary key (student_id, day)
);

-- A heartbeat that was not credited, with the reason; it only explains figures.
create table study_refusal (
  id bigint primary key generated always as identity,
  student_id uuid not null,
  sign_course_id uuid not null,
  lesson_id uuid not null references lesson (id),
  round integer not null,
  play_session_id uuid not null,
  seq integer not null check (seq >= 0),
  at timestamptz not null,
  event text not null,
  position_ds integer not null,
  intervals int4multirange not null,
  reason text not null check (reason ~~ 'course.%'),
  -- The same refusal again raises this instead of adding a row.
  times integer not null default 1 check (times >= 1),
  last_at timestamptz not null,
  constraint study_refusal_student_id_play_session_id_seq_reason_key unique (student_id, play_session_id, seq, reason),
  constraint study_refusal_sign_course_id_student_id_fkey foreign key (sign_course_id, student_id) references
    sign_course (id, student_id) on update cascade
);
create index study_refusal_lesson on study_refusal (sign_course_id, lesson_id, round);
create index study_refusal_old on study_refusal (last_at);
create index study_refusal_recent on study_refusal (student_id, id desc);

-- A player whose video ended at another moment than its lesson; it credits nothing.
create table film_end (
  session_no bigint primary key references play_session (no),
  end_ds integer not null check (end_ds between 0 and 864000),
  at timestamptz not null default app_now()
);
create index film_end_at on film_end (at);

-- A month whose rows lie in files. Each row continues the chain of those before it.
create table sealed_month (
  no integer primary key check (no >= 1),
  table_name text not null check (table_name = 'study_beat'),
  -- As yymm; 0 stands for all numbers from before there were months.
  month integer not null check (month >= 0),
  rows bigint not null check (rows >= 1),
  -- The SHA-256 of what its parts are.
  content_hash bytea not null check (length(content_hash) = 32),
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null default now(),
  constraint sealed_month_key unique (table_name, month)
);
create trigger sealed_month_append_only before delete or update on sealed_month for each row execute function
  refuse_change();
create trigger sealed_month_no_truncate before truncate on sealed_month for each statement execute function
  refuse_change();

-- Some rows of a month in a Parquet file, in their order.
create table sealed_part (
  table_name text not null check (table_name = 'study_beat'),
  month integer not null check (month >= 0),
  no integer not null check (no >= 1),
  rows integer not null check (rows >= 1),
  first_no bigint not null,
  -- The number of its last row; last_seq is the place of that among the rows of its number.
  last_no bigint not null,
  last_seq integer not null,
  file_id uuid not null unique references file (id),
  constraint sealed_part_pkey primary key (table_name, month, no),
  constraint sealed_part_check check (first_no <= last_no)
);
create trigger sealed_part_append_only before delete or update on sealed_part for each row execute function
  refuse_change();
create trigger sealed_part_no_truncate before truncate on sealed_part for each statement execute function
  refuse_change();

-- Chosen courses of which nothing has begun.
create view sign_course_unbegun as
 select id,
    sign_id,
    course_version_id
   from sign_course chosen
  where not (exists (select
           from evaluation
          where evaluation.sign_course_id = chosen.id)) and not (exists (select
           from play_session
          where play_session.sign_course_id = chosen.id)) and not (exists (select
           from lesson_progress
          where lesson_progress.sign_course_id = chosen.id)) and not (exists (select
           from attempt
          where attempt.sign_course_id = chosen.id));

-- Lists an evaluated course for the job that draws papers.
create function exam_paper_due_course() returns trigger language plpgsql as $$
begin
  insert into exam_paper_due (sign_course_id) values (new.id);
  return null;
end $$;

-- Refuses other hours for a paid course, and another version for one that has begun.
create function keep_begun() returns trigger language plpgsql as $$
begin
  if new.hours <> old.hours and exists (
      select from sign where id = new.sign_id and paid_at is not null and refunded_at is null) then
    raise exception 'the hours of a paid course are fixed' using errcode = 'restrict_violation';
  end if;
  if new.course_version_id <> old.course_version_id and sign_course_begun(new.id) then
    raise exception 'a course that was begun keeps its version' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Refuses to add or remove courses of a paid sign-up.
create function lock_paid_choice() returns trigger language plpgsql as $$
declare paid boolean;
begin
  select paid_at is not null and refunded_at is null into paid
    from sign where id = coalesce(new.sign_id, old.sign_id);
  if paid then
    raise exception 'the courses of a paid sign are locked' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;

-- Whether anything of a chosen course has begun.
create function sign_course_begun(chosen uuid) returns boolean language sql stable as $$
  select exists (select from sign_course where id = chosen)
    and not exists (select from sign_course_unbegun where id = chosen)
$$;
