-- Whoever asked may take it back while nobody has decided; and who of an import has never signed in.

-- 处置: WITHDRAWN is the asker's own word, any other end another person's.
alter table exam_decision
  drop constraint exam_decision_state_check,
  add constraint exam_decision_state_check check (state in ('WAITING', 'DONE', 'REFUSED', 'WITHDRAWN')),
  drop constraint exam_decision_second_person,
  add constraint exam_decision_second_person check ((state = 'WITHDRAWN') = (decided_by = asked_by));

alter table capture_review
  drop constraint capture_review_decision_check,
  add constraint capture_review_decision_check check (decision in ('CONFIRMED', 'REJECTED', 'WITHDRAWN')),
  drop constraint capture_review_check,
  add constraint capture_review_second_person check ((decision = 'WITHDRAWN') = (decided_by = proposed_by));
drop index capture_review_one;
create unique index capture_review_one on capture_review (attempt_id)
  where decision is null or decision = 'CONFIRMED';

alter table student_merge
  drop constraint student_merge_decision_check,
  add constraint student_merge_decision_check check (decision in ('DONE', 'REJECTED', 'WITHDRAWN')),
  drop constraint student_merge_check1,
  add constraint student_merge_second_person check ((decision = 'WITHDRAWN') = (decided_by = proposed_by));

alter table student
  -- with a password; null: never. Whoever registered themselves is not looked for: their password is their own
  add column first_signed_in_at timestamptz,
  -- the import that made the account; its rows are forgotten after a month, this is not
  add column roster_import_id uuid references roster_import;

-- each table is read once: sessions have no index by student
update student set first_signed_in_at = seen.at from (
    select student_id, coalesce(min(at) filter (where of = 1), min(at) filter (where of = 2), min(at)) as at from (
      select student_id, at, 1 as of from security_log where event = 'LOGIN'
      union all select student_id, created_at, 2 from session
      union all select student_id, at, 3 from agreement
      union all select student_id, created_at, 3 from sign) as sign_of_life
    group by student_id) as seen
  where seen.student_id = student.id;
update student set roster_import_id = made.import_id
  from roster_import_row made join roster_import on roster_import.id = made.import_id
  where made.student_id = student.id and made.action = 'CREATE'
    and roster_import.kind = 'STUDENTS' and roster_import.state = 'DONE';
create index student_roster_import on student (roster_import_id) where roster_import_id is not null;
create index roster_import_newest on roster_import (created_at desc, id);
