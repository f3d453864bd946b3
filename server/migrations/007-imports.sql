-- Imports of an existing site: what the dry run found, and how far the run has come.

create table poster_import (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff,
  file_id uuid not null references file,
  category_id smallint,  -- where a document goes that names none
  state text not null default 'CHECKED' check (state in ('CHECKED', 'RUNNING', 'DONE', 'FAILED')),
  report jsonb not null check (jsonb_typeof(report) = 'array'), -- the contract's rows, as checked
  outcome jsonb not null default '{}', -- by row number: action and problem of what came out otherwise when run
  done integer not null default 0 check (done between 0 and jsonb_array_length(report)),
  publish boolean,       -- of the run
  run_ip text,           -- from where it was started: the audit rows of its items say so
  created_at timestamptz not null default app_now(),
  touched_at timestamptz not null default app_now(), -- by the process at work: an import nobody touches is taken over
  check (state = 'CHECKED' or publish is not null)
);
create index poster_import_running on poster_import (touched_at) where state = 'RUNNING';
create index poster_import_created on poster_import (created_at) where state = 'CHECKED';

-- Which documents became which items: the same document again is known by what it says, wherever it lies.
create table poster_import_item (
  content_hash bytea primary key,
  poster_id uuid not null references poster,
  imported_at timestamptz not null default app_now()
);
create index poster_import_item_poster on poster_import_item (poster_id);
