-- Decision 064: statements that lock several rows take them in one order, whichever plan the database chooses.

-- A worklist: the same course may stand on it twice. As a key it made two who wrote it at once wait for each other, in no order.
alter table exam_paper_due drop constraint exam_paper_due_pkey;
alter table exam_paper_due add column id bigint generated always as identity primary key;
create index exam_paper_due_course on exam_paper_due (sign_course_id);
create or replace function exam_paper_due_course() returns trigger language plpgsql as $$
begin
  insert into exam_paper_due (sign_course_id) values (new.id);
  return null;
end $$;
create or replace function exam_paper_due_of() returns trigger language plpgsql as $$
begin
  insert into exam_paper_due (sign_course_id) values (new.sign_course_id);
  return null;
end $$;

create or replace function exam_bank_touched(courses uuid[]) returns void language sql as $$
  select from course where id = any(courses) order by id for no key update;
  update course set bank_version = bank_version + 1 where id = any(courses);
  insert into exam_bank_changed select distinct unnest(courses) order by 1 on conflict do nothing;
$$;
