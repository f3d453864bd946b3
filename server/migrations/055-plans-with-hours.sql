-- Imported records and approved reductions count in a year before anybody has paid for its plan: with another year their hours would have no plan,
-- and no proof of them could be corrected; with other required hours a proof would contradict what it was issued for. An update asks this once, so no
-- index is kept for it on the ledger, which everything writes.
create function year_has_hours(asked integer) returns boolean language sql stable as $$
  select exists (select from proof where year = asked) or exists (select from hours_ledger where year = asked)
$$;

create or replace function keep_sold_plan() returns trigger language plpgsql as $$
begin
  if exists (select from sign where plan_id = new.id and paid_at is not null and refunded_at is null) then
    raise exception 'year, price and required hours of a plan that was paid for are fixed'
      using errcode = 'restrict_violation';
  end if;
  if (new.year, new.required_professional, new.required_public)
      is distinct from (old.year, old.required_professional, old.required_public) and year_has_hours(old.year) then
    raise exception 'year and required hours of a plan are fixed once somebody has hours of its year'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
