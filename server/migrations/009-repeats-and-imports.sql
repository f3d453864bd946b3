-- Swipers and links: a repeat is known, and the database refuses what the contract does. Imports: each finished row
-- names its item, and a draft keeps the date its document brought.

-- A category is one of these everywhere (specification §3; contract/src/categories.ts holds the names).
create domain category as smallint check (value in (1, 2, 27, 28, 29, 31, 32, 33, 35, 36, 38, 39));
alter table poster
  drop constraint poster_category_id_check,
  alter column category_id type category;
alter table poster_import alter column category_id type category;

-- http(s), or a path of the portal itself: what can be opened from a page of ours
create domain link_address as text check (
  char_length(value) <= 500 and value ~* '^(https?://[^\s]+|/([^/\\\s][^\s]*)?)$');

alter table swiper
  alter column redirect_url type link_address,
  alter column position drop not null,
  add check (char_length(title) between 1 and 60),
  add create_key uuid unique, -- made by the client, one for each new row; and what was asked for with it:
  add created_as bytea,       -- the same again is answered like the first
  add removed_at timestamptz, -- kept, so that the removal can be repeated
  add check ((create_key is null) = (created_as is null)),
  add check ((removed_at is null) = (position is not null));

alter table friendlink
  alter column redirect_url type link_address,
  alter column position drop not null,
  add check (char_length(title) between 1 and 40),
  add create_key uuid unique,
  add created_as bytea,
  add removed_at timestamptz,
  add check ((create_key is null) = (created_as is null)),
  add check ((removed_at is null) = (position is not null));

-- of an import: published without a time of its own, the item carries it
alter table poster add dated_at timestamptz(3);
-- "is this document an item already?" is asked for each of thousands
create index poster_title on poster (category_id, draft_title) where removed_at is null;

-- How a row of an import came out: which item it is, and what is to be said that the check did not say. Rows as
-- checked that are not run yet have none.
create table poster_import_outcome (
  import_id uuid not null references poster_import on delete cascade,
  row_no integer not null check (row_no >= 0),
  action text not null check (action in ('CREATE', 'SAME', 'REFUSE')),
  problems text[] not null default '{}',
  poster_id uuid references poster,
  check (action <> 'REFUSE' or poster_id is null),
  primary key (import_id, row_no)
);
insert into poster_import_outcome (import_id, row_no, action, problems)
  select id, no::integer, said ->> 'action', array(select jsonb_array_elements_text(said -> 'problems'))
  from poster_import, jsonb_each(outcome) as each (no, said);
alter table poster_import drop column outcome;
