-- works with the version before
-- in steps
-- Saved answers are stored by the month in which their exam began (decision 109). Exams get a number for that, which the
-- rows repeat; exams of before have 0. The table that exists becomes the first partition.
-- step
create sequence if not exists answer_log_no;
-- step
alter table attempt add column if not exists log_no bigint not null default 0;
-- step
alter table attempt alter column log_no set default nextval('answer_log_no');
-- step
alter table answer_log add column if not exists log_no bigint not null default 0;
-- step
-- checked by hand: a constraint that is not validated reads no row. The last step changes the kind of the table.
do $$ begin
  if (select relkind from pg_class where oid = 'answer_log'::regclass) = 'r' then
    alter table answer_log drop constraint if exists answer_log_first_check;
    alter table answer_log add constraint answer_log_first_check check (log_no < 1000000000000) not valid;
  end if;
end $$;
-- step
-- checked by hand: validating lets others read and write.
do $$ begin
  if (select relkind from pg_class where oid = 'answer_log'::regclass) = 'r' then
    alter table answer_log validate constraint answer_log_first_check;
  end if;
end $$;
-- step
create unique index concurrently answer_log_first_pkey on answer_log (attempt_id, seq, log_no);
-- step
-- checked by hand: the new constraint proves the rows and the index is there, so this takes milliseconds.
do $$
declare col text;
begin
  if (select relkind from pg_class where oid = 'answer_log'::regclass) = 'p' then return; end if;
  -- Whoever saves answers locks the exam first, and the foreign key below locks it too.
  lock table attempt in share row exclusive mode;
  drop trigger answer_log_append_only on answer_log;
  drop trigger answer_log_no_truncate on answer_log;
  alter table answer_log drop constraint answer_log_pkey;
  alter table answer_log add constraint answer_log_first_pkey primary key using index answer_log_first_pkey;
  alter table answer_log rename to answer_log_first;
  create table answer_log (
    attempt_id uuid not null,
    seq integer not null constraint answer_log_seq_check check (seq >= 1),
    kind text not null constraint answer_log_kind_check check (kind in ('SAVE', 'SUBMIT')),
    content_hash bytea not null,
    answers jsonb not null,
    hash bytea not null,
    at timestamptz not null,
    chosen jsonb,
    log_no bigint not null default 0,
    primary key (attempt_id, seq, log_no),
    constraint answer_log_attempt_id_fkey foreign key (attempt_id) references attempt (id)
  ) partition by range (log_no);
  create trigger answer_log_append_only before delete or update on answer_log
    for each row execute function refuse_change();
  create trigger answer_log_no_truncate before truncate on answer_log
    for each statement execute function refuse_change();
  alter table answer_log attach partition answer_log_first for values from (minvalue) to (1000000000000);
  alter table answer_log_first drop constraint answer_log_first_check;
  -- The comments are those of the whole table.
  comment on table answer_log_first is null;
  for col in select attname from pg_attribute
    where attrelid = 'answer_log_first'::regclass and attnum > 0 and not attisdropped
  loop
    execute format('comment on column answer_log_first.%I is null', col);
  end loop;
end $$;
-- step
comment on sequence answer_log_no is 'Numbers of exams that their saved answers repeat. A job moves it to the first number of each month.';
comment on column attempt.log_no is 'The number that says in which partition the saved answers lie; 0 for exams of before.';
comment on table answer_log is 'Saved answers of an attempt, as a chain of hashes; rows are only added. A partition holds the exams that began in a month.';
comment on column answer_log.hash is 'The hash of the entry before and of this content.';
comment on column answer_log.chosen is 'The number that the page gave each choice, to tell newer choices from older ones.';
comment on column answer_log.log_no is 'That of the attempt.';
