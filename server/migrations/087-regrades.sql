-- A question is marked anew on papers that held it: proposed by one, decided by another, done paper by paper by a job.

-- the questions of a paper, so that the papers of a question are found
create index exam_paper_questions on exam_paper using gin (jsonb_path_query_array(paper, '$.questions[*].id') jsonb_path_ops);

create table exam_regrade (
  id uuid primary key,                 -- made by the client: the same again is answered like the first
  question_id uuid not null references question,
  -- KEY: by the answer that the bank has now · ALL: everybody gets the points · STRIKE: the paper is marked over its other questions
  kind text not null check (kind in ('KEY', 'ALL', 'STRIKE')),
  reason text not null check (char_length(reason) between 5 and 300), -- learners read it
  -- why passes may be lost; null: whoever has passed keeps the pass and its score
  lose_reason text check (char_length(lose_reason) between 5 and 300),
  preview text not null,               -- a digest of what was shown: it is decided on nothing else
  counts jsonb not null,               -- its figures
  asked_by uuid not null references staff,
  asked_at timestamptz not null default app_now(),
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'REFUSED', 'WITHDRAWN')),
  decided_by uuid references staff,
  decided_at timestamptz,
  note text not null default '',
  done_at timestamptz,
  check ((state = 'WAITING') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check ((state = 'DONE') = (done_at is not null)),
  constraint exam_regrade_second_person check (decided_by <> asked_by or state = 'WITHDRAWN')
);
create unique index exam_regrade_one_open on exam_regrade (question_id) where state in ('WAITING', 'RUNNING');
create index exam_regrade_running on exam_regrade (decided_at) where state = 'RUNNING';
create index exam_regrade_question on exam_regrade (question_id, decided_at);

-- One row for each paper, written when it is decided: from then on the paper is marked by it. A paper that nobody begins may be drawn anew.
create table exam_regrade_paper (
  id bigint generated always as identity primary key,
  regrade_id uuid not null references exam_regrade,
  paper_id uuid not null references exam_paper on delete cascade,
  answer text[],                       -- KEY: the right letters on this paper
  done_at timestamptz,
  outcome text check (outcome in ('PASS_GAINED', 'PASS_LOST', 'PASS_KEPT', 'PASSED_ELSEWHERE', 'SCORE_UP', 'SCORE_DOWN', 'SAME', 'RUNNING',
    'NOT_BEGUN', 'VOID', 'ACCOUNT_CLOSED')),
  -- the result before, and what marking anew gave, whether or not it took the result's place
  old_score integer,
  old_right integer,
  old_wrong integer,
  old_passed boolean,
  new_score integer,
  new_right integer,
  new_wrong integer,
  new_passed boolean,
  written xid8,
  unique (regrade_id, paper_id),
  check ((done_at is null) = (outcome is null))
);
create index exam_regrade_paper_of on exam_regrade_paper (paper_id);
create index exam_regrade_paper_due on exam_regrade_paper (regrade_id, id) where done_at is null;
create trigger exam_regrade_paper_kept before update on exam_regrade_paper
  for each row when (old.done_at is not null) execute function refuse_change();

-- Questions whose answer was changed: papers of before may hold another one.
create table exam_question_changed (
  question_id uuid primary key references question,
  at timestamptz not null,
  -- staff said that nothing is to be marked anew
  settled_by uuid references staff,
  settled_at timestamptz,
  settled_reason text check (char_length(settled_reason) between 5 and 300),
  check (num_nonnulls(settled_by, settled_at, settled_reason) in (0, 3))
);
create index exam_question_changed_open on exam_question_changed (at) where settled_at is null;
create function exam_question_changed() returns trigger language plpgsql as $$
begin
  insert into exam_question_changed as changed (question_id, at)
    select fresh.id, app_now() from fresh join gone using (id)
      where (fresh.type, fresh.options, fresh.answer) is distinct from (gone.type, gone.options, gone.answer)
      order by 1
    on conflict (question_id) do update set at = excluded.at, settled_by = null, settled_at = null, settled_reason = null;
  return null;
end $$;
create trigger question_answer_changed after update on question
  referencing old table as gone new table as fresh for each statement execute function exam_question_changed();

-- A handed-in attempt is settled (011, 086). What a regrade wrote down in this very transaction takes the result's place, and nothing else of it.
create or replace function keep_handed_in() returns trigger language plpgsql as $$
declare free text[] := array['review', 'voided_at', 'void_reason', 'counts', 'restored_at', 'covered'];
begin
  if old.submitted_by = 'DEADLINE' and new.submitted_by = 'SEALED' and old.voided_at is null then
    free := free || array['submitted_by', 'answers', 'saved_seq', 'log_hash', 'score', 'right_count', 'wrong_count', 'passed', 'receipt'];
  elsif exists (select from exam_regrade_paper regraded where regraded.paper_id = new.id and regraded.written = pg_current_xact_id()
      and (regraded.old_score, regraded.old_right, regraded.old_wrong, regraded.old_passed)
        = (old.score, old.right_count, old.wrong_count, old.passed)
      and (regraded.new_score, regraded.new_right, regraded.new_wrong, regraded.new_passed)
        = (new.score, new.right_count, new.wrong_count, new.passed)) then
    free := free || array['score', 'right_count', 'wrong_count', 'passed'];
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'a handed-in attempt cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
