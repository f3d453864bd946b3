-- News of legal texts are announcements like those of plans and courses: written with the approval or the withdrawal, told by one job.
alter table message_announcement
  drop constraint message_announcement_audience_check,
  -- a plan, a course, or a version of a legal text
  alter column audience_id type text,
  add constraint message_announcement_audience_check
    check (audience in ('PLAN_PAID', 'PLAN_UNPAID', 'COURSE_UNFINISHED', 'TEXT_READERS', 'TEXT_TOLD'));

-- what was told of texts so far, to its end or a part of the way
with news as (
  select text_notice.*, gen_random_uuid() as announcement,
    case kind when 'AGREEMENT' then '用户协议' else '隐私政策' end as name, version, effective_from, summary, withdraw_reason,
    coalesce(decided_at, proposed_at) as decided_at
  from text_notice join site_text on site_text.id = text_id),
moved as (
  update message set event = 'announcement:' || announcement
  from news where event = 'text.' || lower(news) || ':' || text_id)
insert into message_announcement (id, audience, audience_id, kind, title, body, link, made_at, told_to, done_at)
select announcement, case news when 'APPROVED' then 'TEXT_READERS' else 'TEXT_TOLD' end, text_id, 'ACCOUNT',
  name || case news when 'APPROVED' then '有新版本' else '的新版本不再生效' end,
  case news when 'APPROVED' then name || '（版本 ' || version || '）自 ' || effective_from || ' 起生效，请阅读并同意。修改内容：' || summary
    else '原定 ' || effective_from || ' 生效的' || name || '（版本 ' || version || '）已撤回，原因：' || withdraw_reason || '。现行版本继续有效，您无需操作。' end,
  '/system/agreements', decided_at, told_to, finished_at
from news;
drop table text_notice;
