-- A reminder of a deadline is worded when it is read: it names its plan, whose last day may have moved since.
alter table message add column plan_id uuid references plan,
  add check (plan_id is null or kind = 'DEADLINE');
create index message_plan on message (plan_id) where plan_id is not null;

-- Named so far by the day of the end, which was the day after the last one where the end was a midnight; now by the last day, so that nobody
-- is reminded a second time.
with held as (
  select message.id, plan.id as plan_id, message.student_id, message.event,
    shanghai_date(plan.study_end_at - interval '1 microsecond') as last_day, split_part(message.event, ':', 3) as named,
    split_part(message.event, ':', 4) as mark
  from message join plan on plan.id::text = split_part(message.event, ':', 2)
  where message.kind = 'DEADLINE'
  order by message.id for no key update of message),
named as (
  select held.*, case when named = (last_day + 1)::text and not exists (
      select from message twin where twin.student_id = held.student_id
        and twin.event = 'deadline:' || held.plan_id || ':' || held.last_day || ':' || held.mark)
    then 'deadline:' || plan_id || ':' || last_day || ':' || mark else event end as new_event
  from held)
update message set plan_id = named.plan_id, event = named.new_event from named where named.id = message.id;
