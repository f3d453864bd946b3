-- A plan begins and ends with days of Shanghai: its ends are the midnight after the last day, the first moment that is too late. What the
-- form wrote as 23:59 ended a minute before the day that pages showed. An end only moves later, a start only earlier.
with held as (
  select id,
    date_trunc('day', sign_start_at at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' as sign_start,
    (date_trunc('day', (sign_end_at - interval '1 microsecond') at time zone 'Asia/Shanghai') + interval '1 day')
      at time zone 'Asia/Shanghai' as sign_end,
    (date_trunc('day', (study_end_at - interval '1 microsecond') at time zone 'Asia/Shanghai') + interval '1 day')
      at time zone 'Asia/Shanghai' as study_end
  from plan order by id for no key update)
update plan set sign_start_at = sign_start, sign_end_at = sign_end, study_end_at = study_end
from held where held.id = plan.id
  and (sign_start_at, sign_end_at, study_end_at) is distinct from (sign_start, sign_end, study_end);
