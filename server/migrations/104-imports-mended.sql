-- An import waits until it is run: what a person decided of its rows meanwhile, and the content of those that were looked at.
create table poster_import_mend (
  import_id uuid not null references poster_import on delete cascade,
  row_no integer not null check (row_no >= 0),
  left_out boolean not null default false,
  category_id category, -- in the place of the document's own
  item jsonb check (jsonb_typeof(item) = 'object'), -- its content with its files kept, as it was mended; null: nobody has looked
  version integer not null default 1 check (version > 0),
  primary key (import_id, row_no)
);

-- a person may give one up, before it is run or in the middle
alter table poster_import
  drop constraint poster_import_state_check,
  add constraint poster_import_state_check
    check (state in ('CHECKED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  drop constraint poster_import_check1,
  add constraint poster_import_run_publishes
    check (state in ('CHECKED', 'CANCELLED') or publish is not null);

-- what nobody has touched for a week is forgotten
drop index poster_import_created;
create index poster_import_waiting on poster_import (touched_at) where state in ('CHECKED', 'CANCELLED');
-- everybody's own, the newest first
create index poster_import_staff on poster_import (staff_id, created_at desc);
