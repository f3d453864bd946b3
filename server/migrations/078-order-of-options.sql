-- Decision 075: the order of options is data of a question; what a check finds in it is kept until it is mended or accepted.

alter table question
  -- FREE: papers shuffle the options. Questions of before keep their order until the check has seen them.
  add option_order text not null default 'FIXED' check (option_order in ('FREE', 'FIXED')),
  add checked integer not null default 0, -- the version of the check that has seen it
  add constraint question_judge_order check (type <> 'JUDGE' or option_order = 'FIXED');
create index question_checked on question (checked, course_id);

create table question_finding (
  question_id uuid not null references question on delete cascade,
  kind text not null,
  part text not null,            -- which text it is about
  quote text not null,           -- the words in question
  serious boolean not null,
  from_file boolean not null default false, -- found when a file was read: the text alone does not show it
  accepted_by text,
  accepted_at timestamptz,
  reason text check (char_length(reason) between 2 and 200),
  primary key (question_id, kind, part),
  constraint question_finding_accepted check (num_nonnulls(accepted_by, accepted_at, reason) in (0, 3))
);
create index question_finding_open on question_finding (question_id) where accepted_at is null;

-- a paper also shows the order
create or replace function exam_bank_edited() returns trigger language plpgsql as $$
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
