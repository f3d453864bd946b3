-- Students are told of what becomes of their courses and exams, too: a kind of its own, with an SMS template of its own.
alter table message drop constraint message_kind_check;
alter table message
  add constraint message_kind_check check (kind in ('PAYMENT', 'INVOICE', 'REVIEW', 'PROOF', 'DEADLINE', 'ACCOUNT', 'COURSE'));

-- What happens to rows that stayed with an account that was merged concerns the account that goes on.
create function account_going_on(account uuid) returns uuid language sql stable as $$
  with recursive one (id, merged_into) as (
    select id, merged_into from student where id = account
    union all select student.id, student.merged_into from one join student on student.id = one.merged_into)
  select id from one where merged_into is null
$$;

-- Words to everybody whom a plan or a course concerns: written with the act they tell of, and made a message of each in batches by a job
-- (message.tellAnnounced). `told_to` is the last student who has it, in the order of their ids.
create table message_announcement (
  id uuid primary key default gen_random_uuid(),
  audience text not null check (audience in ('PLAN_PAID', 'PLAN_UNPAID', 'COURSE_UNFINISHED')),
  -- the plan or the course
  audience_id uuid not null,
  kind text not null check (kind in ('PAYMENT', 'INVOICE', 'REVIEW', 'PROOF', 'DEADLINE', 'ACCOUNT', 'COURSE')),
  title text not null,
  body text not null,
  link text not null,
  made_at timestamptz not null default app_now(),
  told_to uuid,
  done_at timestamptz
);
create index message_announcement_open on message_announcement (made_at, id) where done_at is null;

-- The number of an account that was merged is looked for when somebody signs in with it.
create index student_merged_phone on student (phone) where merged_into is not null;
create index student_merged_id_no on student (id_no) where merged_into is not null;
