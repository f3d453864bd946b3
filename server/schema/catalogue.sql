-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.

-- Codes of courses.
create sequence course_code;

-- A year of training: when people sign up and study, what it costs, which hours it requires.
create table plan (
  id uuid primary key default gen_random_uuid(),
  year integer not null unique check (year between 2000 and 9999),
  title text not null,
  sign_start_at timestamptz not null,
  sign_end_at timestamptz not null,
  study_end_at timestamptz not null,
  price_fen integer not null check (price_fen >= 0),
  -- Tenths of an hour.
  required_professional integer not null check (required_professional >= 0),
  -- Tenths of an hour.
  required_public integer not null check (required_public >= 0),
  version integer not null default 1,
  -- Empty for a draft, which only staff see.
  opened_at timestamptz,
  closed_at timestamptz,
  updated_at timestamptz not null default app_now(),
  updated_by text not null default 'system',
  -- A trial year: its hours and its proof count for no registration.
  trial boolean not null default false,
  constraint plan_check check (sign_start_at < sign_end_at and sign_end_at <= study_end_at),
  constraint plan_check1 check (closed_at is null or opened_at is not null)
);
create trigger plan_sold before update of year, price_fen, required_professional, required_public on plan for each row
  when (new.year is distinct from old.year or new.price_fen is distinct from old.price_fen or new.required_professional
  is distinct from old.required_professional or new.required_public is distinct from old.required_public) execute
  function keep_sold_plan();
create trigger plan_trial_kept before update of trial on plan for each row when (old.trial is distinct from new.trial)
  execute function keep_trial();

-- A teacher of courses.
create table teacher (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  title_code smallint not null default 0,
  employer text not null default '',
  intro text not null default '',
  version integer not null default 1,
  updated_at timestamptz not null default app_now(),
  updated_by text not null default 'system'
);

-- A course; what is taught stands in its versions.
create table course (
  id uuid primary key default gen_random_uuid(),
  code text not null default 'K' || lpad(nextval('course_code'::regclass)::text, 4, '0') unique,
  title text not null,
  intro text not null,
  subject text not null check (subject in ('PROFESSIONAL', 'PUBLIC')),
  teacher_id uuid not null references teacher (id),
  cover_file_id uuid references file (id),
  -- How much of the first lesson a preview shows; 0 for none.
  trial_seconds integer not null default 180 check (trial_seconds >= 0),
  version integer not null default 1,
  -- The version that new students get; empty while none is published.
  current_version_id uuid,
  -- From then on nobody new gets it; whoever has it keeps it.
  withdrawn_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  updated_by text not null default 'system',
  -- Grows with each change of its questions; papers drawn from an older one are thrown away.
  bank_version integer not null default 1,
  constraint course_current_version_id_id_fkey foreign key (current_version_id, id) references course_version (id,
    course_id),
  constraint course_check check (withdrawn_at is null or current_version_id is not null)
);
create trigger course_subject before update of subject on course for each row when (new.subject <> old.subject)
  execute function keep_subject();
create trigger course_taught before insert or update of current_version_id on course for each row execute function
  taught_version_is_published();

-- Lessons and exam rules of a course; once published they do not change.
create table course_version (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references course (id),
  no integer not null check (no >= 1),
  -- Grows with each change of the draft.
  revision integer not null default 1,
  single_count integer not null default 10 check (single_count >= 0),
  multiple_count integer not null default 5 check (multiple_count >= 0),
  judge_count integer not null default 5 check (judge_count >= 0),
  -- How many questions of each type and difficulty; empty for any.
  mix integer[],
  points_each integer not null default 5 check (points_each > 0),
  pass_mark integer not null default 60 check (pass_mark > 0),
  exam_seconds integer not null default 1800 check (exam_seconds > 0),
  attempts_per_round integer not null default 3 check (attempts_per_round > 0),
  random_captures integer not null default 2 check (random_captures >= 0),
  updated_at timestamptz not null default app_now(),
  updated_by text not null default 'system',
  published_at timestamptz,
  published_by text,
  -- What is new in this version.
  note text not null default '',
  constraint course_version_course_id_no_key unique (course_id, no),
  constraint course_version_id_course_id_key unique (id, course_id),
  constraint course_version_check check (cardinality(mix) = 9 and (0 <= all (mix)) and array_position(mix,
    null::integer) is null and (mix[1] + mix[2] + mix[3]) = single_count and (mix[4] + mix[5] + mix[6]) = multiple_count
    and (mix[7] + mix[8] + mix[9]) = judge_count),
  constraint course_version_check1 check (pass_mark <= (points_each * (single_count + multiple_count + judge_count))),
  constraint course_version_check2 check ((published_at is null) = (published_by is null))
);
create unique index course_version_one_draft on course_version (course_id) where published_at is null;
create trigger course_version_published before delete or update on course_version for each row when (old.published_at
  is not null) execute function keep_published();

-- How many sign-ups moved to a published version.
create table course_version_move (
  version_id uuid primary key references course_version (id),
  moved integer not null check (moved >= 0)
);

-- A lesson of a course version: a video, or an article to read.
create table lesson (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references course (id),
  position integer not null,
  title text not null,
  kind text not null check (kind in ('VIDEO', 'ARTICLE')),
  -- The length of the video, or the reading time that staff require.
  duration_ds integer not null check (duration_ds > 0),
  video_file_id uuid references file (id),
  version_id uuid not null,
  captions_file_id uuid references file (id),
  -- The same video in less data.
  low_video_file_id uuid references file (id),
  -- Cleaned HTML.
  article_html text check (char_length(article_html) <= 200000),
  constraint lesson_version_id_position_key unique (version_id, "position"),
  constraint lesson_version_id_course_id_fkey foreign key (version_id, course_id) references course_version (id,
    course_id),
  constraint lesson_check check (kind <> 'VIDEO' or video_file_id is not null),
  constraint lesson_check1 check (low_video_file_id is null or video_file_id is not null),
  constraint lesson_check2 check ((kind = 'ARTICLE') = (article_html is not null)),
  constraint lesson_check3 check (kind <> 'ARTICLE' or video_file_id is null and low_video_file_id is null and
    captions_file_id is null)
);
create index lesson_shows on lesson using gin (files_in(article_html)) with (fastupdate=off) where article_html is not
  null;
create trigger lesson_published before insert or delete or update on lesson for each row execute function
  keep_published_lessons();

-- A correction of the length of a published lesson.
create table lesson_length (
  id bigint primary key generated always as identity,
  lesson_id uuid not null references lesson (id),
  from_ds integer not null,
  to_ds integer not null check (to_ds > 0),
  by text not null,
  reason text not null,
  at timestamptz not null default app_now(),
  -- When everybody who had watched enough was marked as done.
  settled_at timestamptz,
  constraint lesson_length_check check (to_ds < from_ds)
);
create index lesson_length_lesson on lesson_length (lesson_id);
create index lesson_length_open on lesson_length (id) where settled_at is null;

-- A course of a plan, with the hours that it gives.
create table plan_course (
  id uuid primary key default gen_random_uuid(),
  plan_id uuid not null references plan (id),
  course_id uuid not null references course (id),
  position integer not null,
  required boolean not null,
  -- Tenths of an hour.
  hours integer not null check (hours > 0),
  constraint plan_course_id_plan_id_course_id_key unique (id, plan_id, course_id),
  constraint plan_course_plan_id_course_id_key unique (plan_id, course_id),
  constraint plan_course_plan_id_position_key unique (plan_id, "position") deferrable initially deferred
);

-- A question of a course's question bank.
create table question (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references course (id),
  type text not null check (type in ('SINGLE', 'MULTIPLE', 'JUDGE')),
  difficulty smallint not null default 2 check (difficulty between 1 and 3),
  stem text not null,
  -- A list of {id, text}.
  options jsonb not null,
  answer text[] not null check (cardinality(answer) >= 1),
  explanation text not null default '',
  enabled boolean not null default true,
  -- The number by which staff name it.
  no bigint generated by default as identity unique,
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  version integer not null default 1,
  -- The import that made it.
  import_id uuid,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  updated_by text not null default 'system',
  -- The stem without spaces and punctuation: equal keys are the same question.
  stem_key text not null generated always as (question_key(stem)) stored,
  stem_hash text not null generated always as (md5(question_key(stem))) stored,
  -- FREE: a paper may shuffle the options.
  option_order text not null default 'FIXED' check (option_order in ('FREE', 'FIXED')),
  -- The version of the check that last read it.
  checked integer not null default 0,
  constraint question_once unique (course_id, stem_hash),
  constraint question_of_import foreign key (import_id) references question_import (id),
  constraint question_check check (type = 'MULTIPLE' or cardinality(answer) = 1),
  constraint question_judge_order check (type <> 'JUDGE' or option_order = 'FIXED'),
  constraint question_options check (jsonb_typeof(options) = 'array' and jsonb_array_length(options) >= 2 and
    jsonb_array_length(options) <= 10),
  constraint question_several check (type <> 'MULTIPLE' or cardinality(answer) >= 2)
);
create index question_checked on question (checked, course_id);
create index question_import_id on question (import_id) where import_id is not null;
create trigger question_answer_changed after update on question referencing old table as gone new table as fresh for
  each statement execute function exam_question_changed();
create trigger question_exam_added after insert on question referencing new table as fresh for each statement execute
  function exam_bank_grew();
create trigger question_exam_edited after update on question referencing old table as gone new table as fresh for each
  statement execute function exam_bank_edited();
create trigger question_exam_removed after delete on question referencing old table as gone for each statement execute
  function exam_bank_shrank();

-- What the check found in a question, until it is corrected or accepted.
create table question_finding (
  question_id uuid not null references question (id) on delete cascade,
  kind text not null,
  -- The text that it is about.
  part text not null,
  quote text not null,
  serious boolean not null,
  -- Found while a file was read; the text alone does not show it.
  from_file boolean not null default false,
  accepted_by text,
  accepted_at timestamptz,
  reason text check (char_length(reason) between 2 and 200),
  constraint question_finding_pkey primary key (question_id, kind, part),
  constraint question_finding_accepted check (num_nonnulls(accepted_by, accepted_at, reason) in (0, 3))
);
create index question_finding_open on question_finding (question_id) where accepted_at is null;

-- Sums over the submitted papers that had the question, for its rate of right answers and its discrimination.
create table question_stat (
  question_id uuid primary key references question (id),
  answered bigint not null check (answered >= 0),
  right_count bigint not null,
  score_sum bigint not null,
  score_square_sum bigint not null,
  right_score_sum bigint not null,
  constraint question_stat_check check (right_count between 0 and answered)
);

-- An exam attempt that is not yet in the sums.
create table question_stat_due (
  attempt_id uuid primary key references attempt (id)
);

-- A file of questions that staff import.
create table question_import (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  file_id uuid not null references file (id),
  course_id uuid not null references course (id),
  -- The columns as staff assigned them; empty: by their titles.
  wanted_mapping jsonb,
  state text not null default 'READING' check (state in ('READING', 'MAPPING', 'CHECKED', 'DONE', 'FAILED',
    'STOPPED')),
  format text check (format in ('XLSX', 'CSV', 'GIFT', 'AIKEN')),
  problem text,
  columns jsonb not null default '[]',
  mapping jsonb not null default '[]',
  read_count integer not null default 0,
  total integer not null default 0,
  -- Grows with each process that takes the import over; only the newest may write.
  claim integer not null default 0,
  created_at timestamptz not null default app_now(),
  touched_at timestamptz not null default app_now(),
  wanted_table jsonb,
  found_table jsonb not null default '{}',
  written integer not null default 0,
  constraint question_import_check check ((state = 'FAILED') = (problem is not null))
);
create index question_import_created on question_import (created_at);
create index question_import_reading on question_import (touched_at) where state = 'READING';

-- One row or question of an imported file.
create table question_import_row (
  import_id uuid not null references question_import (id),
  no integer not null,
  action text not null check (action in ('CREATE', 'SAME', 'REFUSE', 'WRITTEN')),
  label text not null,
  -- The contract's questionContent; empty where the row cannot be read.
  content jsonb,
  problems jsonb not null default '[]',
  shown jsonb not null default '{}',
  notes jsonb not null default '[]',
  cells jsonb,
  constraint question_import_row_pkey primary key (import_id, no),
  constraint question_import_row_content_check check (action = 'REFUSE' or content is not null)
);

-- Notes courses whose questions changed in a way that papers show.
create function exam_bank_edited() returns trigger language plpgsql as $$
declare courses uuid[];
begin
  courses := array(select distinct fresh.course_id from fresh join gone using (id)
    where (fresh.type, fresh.stem, fresh.options, fresh.answer, fresh.explanation, fresh.enabled, fresh.option_order)
      is distinct from (gone.type, gone.stem, gone.options, gone.answer, gone.explanation, gone.enabled, gone.option_order)
    order by 1);
  if cardinality(courses) > 0 then
    perform exam_bank_touched(courses);
  end if;
  return null;
end $$;

-- Notes courses that got questions.
create function exam_bank_grew() returns trigger language plpgsql as $$
begin
  perform exam_bank_touched(array(select distinct course_id from fresh order by course_id));
  return null;
end $$;

-- Notes courses that lost questions.
create function exam_bank_shrank() returns trigger language plpgsql as $$
begin
  perform exam_bank_touched(array(select distinct course_id from gone order by course_id));
  return null;
end $$;

-- Notes that the question banks of these courses changed.
create function exam_bank_touched(courses uuid[]) returns void language sql as $$
  select from course where id = any(courses) order by id for no key update;
  update course set bank_version = bank_version + 1 where id = any(courses);
  insert into exam_bank_changed select distinct unnest(courses) order by 1 on conflict do nothing;
$$;

-- Notes questions whose right answer changed.
create function exam_question_changed() returns trigger language plpgsql as $$
begin
  insert into exam_question_changed as changed (question_id, at)
    select fresh.id, app_now() from fresh join gone using (id)
      where (fresh.type, fresh.options, fresh.answer) is distinct from (gone.type, gone.options, gone.answer)
      order by 1
    on conflict (question_id) do update set at = excluded.at, settled_by = null, settled_at = null, settled_reason = null;
  return null;
end $$;

-- The public files that a text shows or links.
create function files_in(html text) returns uuid[] language sql immutable strict parallel safe cost 10000 as $$
  select array(select distinct found[1]::uuid
    from regexp_matches(html, '/files/public/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'gi') as found)
$$;

-- Refuses to change a published course version.
create function keep_published() returns trigger language plpgsql as $$
begin
  raise exception 'a published version of a course cannot be changed' using errcode = 'restrict_violation';
end $$;

-- Refuses to change lessons of a published version, except to correct a length.
create function keep_published_lessons() returns trigger language plpgsql as $$
begin
  -- a length that was read wrongly is corrected, with its record and alone
  if tg_op = 'UPDATE' and to_jsonb(new) - 'duration_ds' = to_jsonb(old) - 'duration_ds' and exists (
      select from lesson_length where lesson_id = new.id and from_ds = old.duration_ds and to_ds = new.duration_ds
        and settled_at is null) then
    return new;
  end if;
  if exists (select from course_version where published_at is not null
      and (id = new.version_id or id = old.version_id)) then
    raise exception 'the lessons of a published version cannot be changed' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;

-- Refuses changes of year, price and required hours once somebody relies on them.
create function keep_sold_plan() returns trigger language plpgsql as $$
begin
  if exists (select from sign where plan_id = new.id and paid_at is not null and refunded_at is null) then
    raise exception 'year, price and required hours of a plan that was paid for are fixed'
      using errcode = 'restrict_violation';
  end if;
  if (new.year, new.required_professional, new.required_public)
      is distinct from (old.year, old.required_professional, old.required_public) and year_has_hours(old.year) then
    raise exception 'year and required hours of a plan are fixed once somebody has hours of its year'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Refuses another subject for a course that somebody has paid for.
create function keep_subject() returns trigger language plpgsql as $$
begin
  if exists (select from sign_course join sign on sign.id = sign_course.sign_id
      where sign_course.course_id = new.id and sign.paid_at is not null) then
    raise exception 'the subject of a course that was paid for is fixed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Refuses to change whether a plan is a trial once somebody relies on it.
create function keep_trial() returns trigger language plpgsql as $$
begin
  if plan_taken_up(old) then
    raise exception 'a plan that was taken up stays what it is, a trial or none' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Whether anybody has signed up for the plan or has a proof of its year.
create function plan_taken_up(asked plan) returns boolean language sql stable as $$
  select exists (select from sign where plan_id = asked.id) or exists (select from proof where year = asked.year)
$$;

-- A stem without spaces and punctuation.
create function question_key(stem text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(stem, NFKC), '[ \t\n\r,;:!?()\[\]{}"''_。、“”‘’《》〈〉【】「」『』…—·]', '', 'g'))
$$;

-- Refuses a course whose current version is not published.
create function taught_version_is_published() returns trigger language plpgsql as $$
begin
  if new.current_version_id is not null
      and not exists (select from course_version where id = new.current_version_id and published_at is not null) then
    raise exception 'a draft cannot be taught' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
