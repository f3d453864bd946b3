-- A plan may be a trial (体验计划): its hours and its proof are for looking around and count for no registration (decision 040).

-- Nothing is marked here: what a plan is cannot be read off its title or price, and what was signed as an ordinary proof stays one. The demo's
-- 体验年 of a database made before stays unmarked too; a new demo world has it marked.
alter table plan add trial boolean not null default false;

-- Whether anybody relies on what a plan is: signed up for it, whatever became of that, or has a proof of its year, as by recorded hours alone.
create function plan_taken_up(asked plan) returns boolean language sql stable as $$
  select exists (select from sign where plan_id = asked.id) or exists (select from proof where year = asked.year)
$$;

-- A student knows before the sign-up which it is, and no proof of a year contradicts another.
create function keep_trial() returns trigger language plpgsql as $$
begin
  if plan_taken_up(old) then
    raise exception 'a plan that was taken up stays what it is, a trial or none' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger plan_trial_kept before update of trial on plan
  for each row when (old.trial is distinct from new.trial) execute function keep_trial();
