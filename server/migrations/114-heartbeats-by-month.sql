-- works with the version before
-- in steps
-- Heartbeats are stored by month (decision 109). Numbers of play sessions begin with the month, so no statement needs
-- another column. The table that exists becomes the first partition. Its constraint is validated before, so that
-- attaching reads no row.
-- step
-- checked by hand: a constraint that is not validated reads no row. The last step changes the kind of the table.
do $$ begin
  if (select relkind from pg_class where oid = 'study_beat'::regclass) = 'r' then
    alter table study_beat drop constraint if exists study_beat_first_check;
    alter table study_beat add constraint study_beat_first_check check (session_no < 1000000000000) not valid;
  end if;
end $$;
-- step
-- checked by hand: validating lets others read and write.
do $$ begin
  if (select relkind from pg_class where oid = 'study_beat'::regclass) = 'r' then
    alter table study_beat validate constraint study_beat_first_check;
  end if;
end $$;
-- step
-- checked by hand: the new constraint proves the rows, so attaching reads none and takes milliseconds.
do $$
declare col text;
begin
  if (select relkind from pg_class where oid = 'study_beat'::regclass) = 'p' then return; end if;
  drop trigger study_beat_append_only on study_beat;
  alter table study_beat rename to study_beat_first;
  alter table study_beat_first rename constraint study_beat_pkey to study_beat_first_pkey;
  create table study_beat (
    session_no bigint not null,
    seq integer not null constraint study_beat_seq_check check (seq >= 0),
    at timestamptz not null,
    event text not null,
    position_ds integer not null,
    intervals int4multirange not null,
    answered_presence_id uuid,
    added_ds integer not null,
    credited_ds integer not null,
    furthest_ds integer not null,
    lesson_done boolean not null,
    course_done boolean not null,
    presence_id uuid,
    presence_due_at timestamptz,
    presence_answer_by timestamptz,
    primary key (session_no, seq)
  ) partition by range (session_no);
  create trigger study_beat_append_only before update on study_beat for each row execute function refuse_change();
  alter table study_beat attach partition study_beat_first for values from (minvalue) to (1000000000000);
  alter table study_beat_first drop constraint study_beat_first_check;
  -- The comments are those of the whole table.
  comment on table study_beat_first is null;
  for col in select attname from pg_attribute
    where attrelid = 'study_beat_first'::regclass and attnum > 0 and not attisdropped
  loop
    execute format('comment on column study_beat_first.%I is null', col);
  end loop;
end $$;
-- step
comment on table study_beat is 'Each heartbeat with its first answer, which an identical repeat gets again. A partition holds the play sessions of a month.';
comment on column study_beat.session_no is 'Not a foreign key, as thousands of rows a second are written.';
comment on column study_beat.added_ds is 'What this heartbeat added.';
comment on column study_beat.credited_ds is 'What the lesson had after it.';
comment on column play_session.no is 'The short number that heartbeats use. Above 10^12 it begins with the month: 2612000000000001.';
comment on sequence play_session_no is 'Short numbers of play sessions, which heartbeats use. A job moves it to the first number of each month.';
