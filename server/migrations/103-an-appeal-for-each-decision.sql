-- Who appealed against a result may appeal against its void as well: one appeal for each decision about a sitting, and not for the sitting.
alter table exam_appeal
  add column id uuid not null default gen_random_uuid(),
  add column about timestamptz;  -- the moment of what was decided last when it was made; first of all the result itself
create function exam_decided_at(sitting uuid, until timestamptz) returns timestamptz language sql stable as $$
  select max(at) from (
    select unnest(array[submitted_at, voided_at, restored_at]) from attempt where id = sitting
    union all select decided_at from exam_decision
      where attempt_id = sitting and state = 'DONE' and kind in ('VOID', 'RESET', 'RESTORE')
    union all select done_at from exam_regrade_paper
      where paper_id = sitting and outcome in ('PASS_GAINED', 'PASS_LOST', 'PASS_KEPT', 'SCORE_UP', 'SCORE_DOWN', 'PASSED_ELSEWHERE', 'VOID')) as moment (at)
  where at <= until
$$;
update exam_appeal set about = coalesce(exam_decided_at(attempt_id, at), at);
alter table exam_appeal
  alter column about set not null,
  drop constraint exam_appeal_pkey,
  add primary key (id),
  add constraint exam_appeal_once unique (attempt_id, about);
