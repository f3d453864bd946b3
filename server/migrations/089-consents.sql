-- A legal text comes into force by two people, on a day, with a summary of what changed. Each consent is a row with its version,
-- time and way. A session knows the texts that its owner has accepted, so that a call need not look them up.

drop trigger site_text_append_only on site_text;
alter table site_text rename column published_at to proposed_at;
alter table site_text rename column published_by to proposed_by;
alter table site_text
  drop constraint site_text_kind_version_key,
  alter column effective_from drop default,
  -- PROPOSED waits for the second person; TAKEN_BACK by its author before that; WITHDRAWN after it, before its day
  add column state text not null default 'PROPOSED'
    check (state in ('PROPOSED', 'APPROVED', 'REFUSED', 'TAKEN_BACK', 'WITHDRAWN')),
  -- what is new in it, as everybody is told
  add column summary text not null default '' check (char_length(summary) <= 300),
  -- whoever is in the middle of a paid year may go on for so many days without having accepted it
  add column grace_days integer not null default 0 check (grace_days between 0 and 90),
  add column decided_by text,
  add column decided_at timestamptz,
  add column decide_reason text not null default '' check (char_length(decide_reason) <= 300),
  add column withdrawn_by text,
  add column withdrawn_at timestamptz,
  add column withdraw_reason text not null default '' check (char_length(withdraw_reason) <= 300);
-- texts of before were published by one person, and are in force
update site_text set state = 'APPROVED', decided_by = 'system', decided_at = proposed_at;
alter table site_text
  add constraint site_text_decided check ((state in ('APPROVED', 'REFUSED', 'WITHDRAWN')) = (decided_by is not null)),
  add constraint site_text_decided_at check ((decided_by is null) = (decided_at is null)),
  -- the portal itself sets up a new installation
  add constraint site_text_second_person check (decided_by <> proposed_by or proposed_by = 'system'),
  add constraint site_text_summary check (summary <> '' or proposed_by = 'system' or coalesce(decided_by, '') = 'system'),
  add constraint site_text_refused_why check (state <> 'REFUSED' or decide_reason <> ''),
  add constraint site_text_withdrawn check ((state in ('TAKEN_BACK', 'WITHDRAWN')) = (withdrawn_by is not null)),
  add constraint site_text_withdrawn_at check ((withdrawn_by is null) = (withdrawn_at is null)),
  add constraint site_text_withdrawn_why check (state <> 'WITHDRAWN' or withdraw_reason <> '');
-- a version that people may have accepted is never another text
create unique index site_text_version on site_text (kind, version) where state in ('PROPOSED', 'APPROVED', 'WITHDRAWN');
create unique index site_text_one_proposal on site_text (kind) where state = 'PROPOSED';

create function keep_site_text() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.version, new.paragraphs, new.effective_from, new.summary, new.grace_days, new.proposed_at, new.proposed_by)
    is distinct from
    (old.id, old.kind, old.version, old.paragraphs, old.effective_from, old.summary, old.grace_days, old.proposed_at, old.proposed_by)
    or not ((old.state = 'PROPOSED' and new.state in ('APPROVED', 'REFUSED', 'TAKEN_BACK'))
      or (old.state = 'APPROVED' and new.state = 'WITHDRAWN' and old.effective_from > shanghai_date(app_now())
        and (new.decided_by, new.decided_at, new.decide_reason) = (old.decided_by, old.decided_at, old.decide_reason))) then
    raise exception 'site_text is append-only: only a proposal is decided, and only a version to come is withdrawn'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger site_text_kept before update on site_text for each row execute function keep_site_text();
create trigger site_text_append_only before delete on site_text for each row execute function refuse_change();

-- The version of each text that is in force on a day.
create function texts_in_force(day date)
returns table (id bigint, kind text, version text, effective_from date, grace_days integer)
language sql stable as $$
  select distinct on (kind) id, kind, version, effective_from, grace_days from site_text
  where state = 'APPROVED' and effective_from <= day
  order by kind, effective_from desc, id desc
$$;

alter table agreement
  add column way text check (way in ('REGISTER', 'FIRST_SIGN_IN', 'NEW_VERSION'));
-- until now only the registration asked for it
update agreement set way = 'REGISTER' where document in ('AGREEMENT', 'PRIVACY');
alter table agreement
  add constraint agreement_way_of_consent check ((document in ('AGREEMENT', 'PRIVACY')) = (way is not null));
create unique index agreement_once on agreement (student_id, document, version) where way is not null;
create trigger agreement_append_only before update or delete on agreement
  for each row execute function refuse_change();
create trigger agreement_no_truncate before truncate on agreement
  for each statement execute function refuse_change();

-- The texts in force on a day that a student has not accepted. Until the end of `grace_until` they may go on without: they have accepted an
-- earlier version, and have paid for a year whose study is open.
create function unaccepted_texts(student uuid, at timestamptz)
returns table (kind text, version text, grace_until date)
language sql stable as $$
  select text.kind, text.version,
    case when text.grace_days > 0
      and shanghai_date(at) < text.effective_from + text.grace_days
      and exists (select from agreement where student_id = student and document = text.kind and way is not null)
      and exists (select from sign join plan on plan.id = sign.plan_id
        where sign.student_id = student and sign.paid_at is not null and sign.refunded_at is null and at < plan.study_end_at)
    then text.effective_from + text.grace_days - 1 end
  from texts_in_force(shanghai_date(at)) text
  where not exists (select from agreement
    where student_id = student and document = text.kind and agreement.version = text.version and way is not null)
$$;

-- ids of the texts in force that the owner had accepted when it was last looked at
alter table session add column accepted_texts bigint[] not null default '{}';

-- How far everybody has been told of a version, and of its withdrawal, in the order of the accounts.
create table text_notice (
  text_id bigint not null references site_text,
  news text not null check (news in ('APPROVED', 'WITHDRAWN')),
  told_to uuid, -- the last account that was told
  finished_at timestamptz,
  primary key (text_id, news)
);
