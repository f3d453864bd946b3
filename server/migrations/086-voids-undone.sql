-- A void can be undone by two people, an upheld appeal names what follows, and two people look only at what can change a result.

alter table attempt
  add column restored_at timestamptz,                  -- the last time its void was undone
  -- a pass whose void was undone after another one of its course: that one has the hours
  add column covered boolean not null default false,
  add constraint attempt_covered check (not covered or passed and voided_at is null);

create or replace function keep_handed_in() returns trigger language plpgsql as $$
declare free text[] := array['review', 'voided_at', 'void_reason', 'counts', 'restored_at', 'covered'];
begin
  if old.submitted_by = 'DEADLINE' and new.submitted_by = 'SEALED' and old.voided_at is null then
    free := free || array['submitted_by', 'answers', 'saved_seq', 'log_hash', 'score', 'right_count', 'wrong_count', 'passed', 'receipt'];
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'a handed-in attempt cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- one sitting of a course runs, or has its hours
create unique index attempt_one_credited on attempt (sign_course_id)
  where submitted_at is null or passed and voided_at is null and not covered;
drop index attempt_one_standing;
alter index attempt_one_credited rename to attempt_one_standing;

-- A source whose hours were taken back may be credited again under its next name: its first one, a record separator, a number. Never while
-- an entry of any of its names stands.
create or replace function hours_chain() returns trigger language plpgsql as $$
declare head hours_head;
begin
  insert into hours_head (student_id, hash) values (new.student_id, sha256(new.student_id::text::bytea))
    on conflict do nothing;
  select * into head from hours_head where student_id = new.student_id for update;
  if exists (select from hours_ledger earlier
    where earlier.student_id = new.student_id and earlier.source = new.source
      and split_part(earlier.source_id, chr(30), 1) = split_part(new.source_id, chr(30), 1)
      and (earlier.source_id = new.source_id or not exists (select from hours_ledger undone
        where undone.student_id = new.student_id and undone.source = 'REVERSAL' and undone.source_id = earlier.seq::text))) then
    return null;
  end if;
  perform from plan where year = new.year for share;
  new.seq := head.seq + 1;
  new.at := app_now();
  new.prev_hash := head.hash;
  new.hash := sha256(convert_to(hours_text(new), 'UTF8'));
  update hours_head set seq = new.seq, hash = new.hash where student_id = new.student_id;
  return new;
end $$;

alter table exam_decision
  drop constraint exam_decision_kind_check,
  add constraint exam_decision_kind_check check (kind in ('EXTEND', 'VOID', 'RESET', 'RESTORE'));

-- What follows from an upheld appeal. Those of before named nothing.
alter table exam_appeal
  add column remedy text check (remedy in ('RESTORE', 'RESET', 'REGRADE', 'NONE')),
  add column decision_id uuid references exam_decision,
  add column question_id uuid references question,
  add column remedy_reason text check (char_length(remedy_reason) between 5 and 300);
update exam_appeal set remedy = 'NONE', remedy_reason = '答复时没有登记后续处理' where state = 'UPHELD';
alter table exam_appeal
  add constraint exam_appeal_followed check ((state = 'UPHELD') = (remedy is not null)),
  add constraint exam_appeal_decision check (coalesce(remedy in ('RESTORE', 'RESET'), false) = (decision_id is not null)),
  add constraint exam_appeal_question check (coalesce(remedy = 'REGRADE', false) = (question_id is not null)),
  add constraint exam_appeal_reason check (coalesce(remedy = 'NONE', false) = (remedy_reason is not null));
create index exam_appeal_decided on exam_appeal (decision_id) where decision_id is not null;

-- A failed sitting has nothing to lose by 待核查: nobody need look at it, and it holds up no closing of an account.
update capture_review set decision = 'WITHDRAWN', decided_by = proposed_by, decided_at = app_now(),
    decide_reason = '未合格的考试不再核查'
  from attempt where attempt.id = capture_review.attempt_id and decision is null and not attempt.passed;
update attempt set review = false where review and submitted_at is not null and not passed;
alter table attempt add constraint attempt_review_matters check (not review or passed is distinct from false);

-- A proof that was issued after its year's last one was revoked took the place of that one.
comment on column proof.replaces is 'the last proof of this student and year before it';
update proof set replaces = before.id from (
    select id, lag(id) over (partition by student_id, year order by issued_at, number) as before_id from proof) as pairs
  join proof before on before.id = pairs.before_id and before.revoked_at is not null
  where pairs.id = proof.id and proof.replaces is null
    and not exists (select from proof taken where taken.replaces = before.id);
