-- Decision 076: how long a film is, and what players say of it.

-- by which rule a film was read, when, and what is wrong with one that was kept before; and by which rule its index was put in front, or left
alter table file
  add film_rule smallint not null default 0,
  add film_read_at timestamptz,
  add film_problem text,
  add index_rule smallint not null default 0;
create index file_films on file (film_rule, index_rule, created_at)
  where purpose in ('LESSON', 'VIDEO') and deleted_at is null;

-- A player whose film ended elsewhere than its lesson: once for each play session. It credits nothing.
create table film_end (
  session_no bigint primary key references play_session,
  end_ds integer not null check (end_ds between 0 and 864000), -- tenths of a second
  at timestamptz not null default app_now()
);
create index film_end_at on film_end (at);

-- A length of a published lesson that was wrong. Until it is settled, whoever has watched enough of the right one is still to be marked as done.
create table lesson_length (
  id bigint generated always as identity primary key,
  lesson_id uuid not null references lesson,
  from_ds integer not null,
  to_ds integer not null check (to_ds > 0),
  by text not null,
  reason text not null,
  at timestamptz not null default app_now(),
  settled_at timestamptz,
  check (to_ds < from_ds) -- nobody who has begun is asked for more
);
create index lesson_length_open on lesson_length (id) where settled_at is null;
create index lesson_length_lesson on lesson_length (lesson_id);

-- who has begun a lesson, and whether anybody has finished it
create index lesson_progress_lesson on lesson_progress (lesson_id);

create or replace function keep_published_lessons() returns trigger language plpgsql as $$
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
