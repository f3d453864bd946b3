-- Study in depth: what was refused and why, where a session went to, what it may still bring, a rendition for slow lines.

-- What the page ran on, in words of ours; and the clock time it had not used when another page took over: what it
-- had watched by then and not reported is still credited from it.
alter table play_session
  add column device text not null default '' check (char_length(device) <= 40),
  add column left_ds integer not null default 0 check (left_ds >= 0);

-- A beat that was not credited, with the reason its page was told. Bounded per student and kept for a time (settings
-- study.refusalsPerStudent, study.refusalKeepDays): it explains figures, it makes none.
create table study_refusal (
  id bigint generated always as identity primary key,
  student_id uuid not null,
  sign_course_id uuid not null,
  lesson_id uuid not null references lesson,
  round integer not null,
  play_session_id uuid not null,
  seq integer not null check (seq >= 0),
  at timestamptz not null,          -- the first time
  event text not null,
  position_ds integer not null,
  intervals int4multirange not null,
  reason text not null check (reason like 'course.%'),
  times integer not null default 1 check (times >= 1), -- the same again and again is one row
  last_at timestamptz not null,
  unique (student_id, play_session_id, seq, reason),
  foreign key (sign_course_id, student_id) references sign_course (id, student_id) on update cascade
);
create index study_refusal_recent on study_refusal (student_id, id desc);
create index study_refusal_lesson on study_refusal (sign_course_id, lesson_id, round);
create index study_refusal_old on study_refusal (last_at);

-- The same lesson in a fraction of the data; its time is the lesson's own, so what is watched of it counts the same.
alter table lesson
  add column low_video_file_id uuid references file,
  add check (low_video_file_id is null or video_file_id is not null);

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'study.read'),
  ('ACADEMIC', 'study.read'),
  ('AUDITOR', 'study.read');
