-- The teaching desk: teachers, courses in versions, lessons by upload, and plans that staff open and close.
-- Decision 009: what a student has begun keeps the version it was begun with.

alter table teacher
  add version integer not null default 1,
  add updated_at timestamptz not null default app_now(),
  add updated_by text not null default 'system';

-- what a film was found to be: {container, video, audio, durationSeconds, fastStart}; null for everything else
alter table file add media jsonb;
update file set media = jsonb_build_object('container', 'MP4', 'video', 'H.264', 'audio', 'AAC',
    'durationSeconds', lesson.duration_ds / 10.0, 'fastStart', true)
  from lesson where lesson.video_file_id = file.id;

-- Lessons and the paper's rules as one whole. A draft is changed freely; once published nothing of it changes any more.
create table course_version (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references course,
  no integer not null check (no >= 1),
  revision integer not null default 1, -- of the draft: grows with each change
  single_count integer not null default 10 check (single_count >= 0),
  multiple_count integer not null default 5 check (multiple_count >= 0),
  judge_count integer not null default 5 check (judge_count >= 0),
  -- 易 中 难 of each type, in the types' order; null: whatever the bank gives
  mix integer[] check (cardinality(mix) = 9 and 0 <= all (mix) and array_position(mix, null) is null
    and mix[1] + mix[2] + mix[3] = single_count and mix[4] + mix[5] + mix[6] = multiple_count
    and mix[7] + mix[8] + mix[9] = judge_count),
  points_each integer not null default 5 check (points_each > 0),
  pass_mark integer not null default 60 check (pass_mark > 0),
  exam_seconds integer not null default 1800 check (exam_seconds > 0),
  attempts_per_round integer not null default 3 check (attempts_per_round > 0),
  random_captures integer not null default 2 check (random_captures >= 0),
  updated_at timestamptz not null default app_now(),
  updated_by text not null default 'system',
  published_at timestamptz,
  published_by text,
  note text not null default '', -- what is new in it
  unique (course_id, no),
  unique (id, course_id),
  check (pass_mark <= points_each * (single_count + multiple_count + judge_count)),
  check ((published_at is null) = (published_by is null))
);
create unique index course_version_one_draft on course_version (course_id) where published_at is null;

create sequence course_code;
alter table course
  alter column code set default 'K' || lpad(nextval('course_code')::text, 4, '0'),
  add version integer not null default 1,
  add current_version_id uuid, -- what a new student gets; null: never published
  add withdrawn_at timestamptz, -- offered to nobody new; who has it keeps it
  add created_at timestamptz not null default app_now(),
  add updated_at timestamptz not null default app_now(),
  add updated_by text not null default 'system',
  add foreign key (current_version_id, id) references course_version (id, course_id),
  add check (withdrawn_at is null or current_version_id is not null);

-- until now the rules lay with the plans; nothing but seeds wrote them, alike for each course
insert into course_version (course_id, no, single_count, multiple_count, judge_count, points_each, pass_mark,
    exam_seconds, attempts_per_round, random_captures, published_at, published_by)
  select course.id, 1, coalesce(single_count, 10), coalesce(multiple_count, 5), coalesce(judge_count, 5),
    coalesce(points_each, 5), coalesce(pass_mark, 60), coalesce(exam_seconds, 1800), coalesce(attempts_per_round, 3),
    coalesce(random_captures, 2), app_now(), 'system'
  from course left join lateral (
    select plan_course.* from plan_course join plan on plan.id = plan_course.plan_id
    where plan_course.course_id = course.id order by plan.year desc limit 1
  ) newest on true;
update course set current_version_id = course_version.id from course_version where course_version.course_id = course.id;
alter table plan_course
  drop column single_count, drop column multiple_count, drop column judge_count, drop column points_each,
  drop column pass_mark, drop column exam_seconds, drop column attempts_per_round, drop column random_captures;

alter table lesson
  add version_id uuid,
  add captions_file_id uuid references file;
update lesson set version_id = course.current_version_id from course where course.id = lesson.course_id;
alter table lesson
  alter column version_id set not null,
  add foreign key (version_id, course_id) references course_version (id, course_id),
  drop constraint lesson_course_id_position_key,
  add unique (version_id, position);

-- What a sign was made with. Hours are what was sold; the version is what is taught and examined.
alter table sign_course
  add course_version_id uuid,
  add hours integer check (hours > 0); -- tenths of an hour
update sign_course set course_version_id = course.current_version_id, hours = plan_course.hours
  from plan_course, course
  where plan_course.id = sign_course.plan_course_id and course.id = sign_course.course_id;
alter table sign_course
  alter column course_version_id set not null,
  alter column hours set not null,
  add foreign key (course_version_id, course_id) references course_version (id, course_id);
create index sign_course_version on sign_course (course_version_id);

create function keep_published() returns trigger language plpgsql as $$
begin
  raise exception 'a published version of a course cannot be changed' using errcode = 'restrict_violation';
end $$;
create trigger course_version_published before update or delete on course_version
  for each row when (old.published_at is not null) execute function keep_published();

create function keep_published_lessons() returns trigger language plpgsql as $$
begin
  if exists (select from course_version where published_at is not null
      and (id = new.version_id or id = old.version_id)) then
    raise exception 'the lessons of a published version cannot be changed' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger lesson_published before insert or update or delete on lesson
  for each row execute function keep_published_lessons();

-- only a published version is taught
create function taught_version_is_published() returns trigger language plpgsql as $$
begin
  if new.current_version_id is not null
      and not exists (select from course_version where id = new.current_version_id and published_at is not null) then
    raise exception 'a draft cannot be taught' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger course_taught before insert or update of current_version_id on course
  for each row execute function taught_version_is_published();

create function sign_course_begun(chosen uuid) returns boolean language sql stable as $$
  select exists (select from evaluation where sign_course_id = chosen)
    or exists (select from play_session where sign_course_id = chosen)
    or exists (select from lesson_progress where sign_course_id = chosen)
    or exists (select from attempt where sign_course_id = chosen)
$$;

-- Decision 009: a paid sign keeps its hours; one that has begun keeps its version.
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
create trigger sign_course_kept before update of hours, course_version_id on sign_course
  for each row execute function keep_begun();
create index play_session_sign_course on play_session (sign_course_id);

-- The bucket that hours count into is fixed once somebody has paid for them.
create function keep_subject() returns trigger language plpgsql as $$
begin
  if exists (select from sign_course join sign on sign.id = sign_course.sign_id
      where sign_course.course_id = new.id and sign.paid_at is not null) then
    raise exception 'the subject of a course that was paid for is fixed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger course_subject before update of subject on course
  for each row when (new.subject <> old.subject) execute function keep_subject();

-- Plans: a draft is seen by nobody; an open one can be closed before its day.
alter table plan
  add version integer not null default 1,
  add opened_at timestamptz,
  add closed_at timestamptz,
  add updated_at timestamptz not null default app_now(),
  add updated_by text not null default 'system',
  add check (closed_at is null or opened_at is not null);
update plan set opened_at = app_now();

create function keep_sold_plan() returns trigger language plpgsql as $$
begin
  if exists (select from sign where plan_id = new.id and paid_at is not null and refunded_at is null) then
    raise exception 'year, price and required hours of a plan that was paid for are fixed'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger plan_sold before update of year, price_fen, required_professional, required_public on plan
  for each row when ((new.year, new.price_fen, new.required_professional, new.required_public)
    is distinct from (old.year, old.price_fen, old.required_professional, old.required_public))
  execute function keep_sold_plan();
-- two courses may change places
alter table plan_course add unique (plan_id, position) deferrable initially deferred;

alter table file
  drop constraint file_purpose_check,
  add constraint file_purpose_check check (purpose in
    ('AVATAR', 'EVIDENCE', 'CAPTURE', 'LESSON', 'LESSON_CAPTIONS', 'COVER', 'PICTURE', 'VIDEO', 'CAPTIONS', 'ATTACHMENT', 'IMPORT', 'QUESTIONS'));
alter table upload
  drop constraint upload_purpose_check,
  add constraint upload_purpose_check check (purpose in
    ('LESSON', 'LESSON_CAPTIONS', 'PICTURE', 'VIDEO', 'CAPTIONS', 'ATTACHMENT', 'IMPORT', 'QUESTIONS'));

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'teaching.read'),
  ('SUPER_ADMIN', 'teaching.edit'),
  ('SUPER_ADMIN', 'teaching.publish'),
  ('ACADEMIC', 'teaching.read'),
  ('ACADEMIC', 'teaching.edit'),
  ('ACADEMIC', 'teaching.publish'),
  ('AUDITOR', 'teaching.read');
