-- Evidence of erased accounts whose hours were taken back afterwards was kept for good: its contents go within a minute.
update file set name = '已删除', delete_due_at = app_now()
where purpose = 'EVIDENCE' and deleted_at is null and owner_id in (select id from student where erased_at is not null)
  and not exists (select from reduction_file join reduction on reduction.id = reduction_id
    where file_id = file.id and state = 'APPROVED' and reversed_at is null);

-- Each list an employer sends takes the place of its earlier ones of the year: they are found by both.
create index organisation_import_of on organisation_import (organisation_id, plan_id);

-- What a channel says of a refund, apart from how often it was asked: that a bank had been asked about for days made one lost answer a case for
-- staff, and what was paid in for a stuck one stayed stuck while it was on its way. Last of all: nobody reads a refund from here to the commit.
alter table refund
  add column unanswered integer not null default 0 check (unanswered >= 0), -- asks in a row that brought no answer we know
  add column on_its_way_since timestamptz; -- since when the channel says so of this try
-- What banks have now keeps its three days; when a later try was asked for is not known.
update refund set on_its_way_since = case when attempt = 1 then created_at else app_now() end
where status = 'PENDING' and ask_count > 0;
