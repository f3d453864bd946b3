-- Public content: items, their revisions, and what search reads of the published one.

create table poster (
  id uuid primary key default gen_random_uuid(),
  -- specification §3; contract/src/categories.ts holds the names
  category_id smallint not null check (category_id in (1, 2, 27, 28, 29, 31, 32, 33, 35, 36, 38, 39)),
  version integer not null default 1 check (version >= 1), -- grows with every change by a person
  last_change bytea not null,  -- hash of the write that made this version: an identical repeat is answered like the first
  draft_no integer not null,   -- the newest revision
  draft_title text not null,
  published_no integer,        -- the revision that readers see from publish_at on
  publish_at timestamptz(3),  -- as exact as the wire, so that neighbours compare
  withdrawn_at timestamptz,
  removed_at timestamptz,      -- a draft nobody published; its revisions stay as the record
  pinned boolean not null default false,
  views integer not null default 0 check (views >= 0),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  updated_by text not null,    -- a username, or 'system'
  -- what lists show of the published revision, copied when it is published
  title text check (char_length(title) between 1 and 120),
  summary text check (char_length(summary) <= 300),
  cover_file_id uuid references file,
  title_code smallint check (title_code between 0 and 99),
  source text check (char_length(source) <= 60),
  author text check (char_length(author) <= 60),
  has_video boolean,
  revised_at timestamptz,      -- when that revision was published
  check (num_nulls(published_no, publish_at, title, summary, title_code, source, author, has_video, revised_at) in (0, 9)),
  check (published_no <= draft_no),
  check (withdrawn_at is null or published_no is not null),
  check (removed_at is null or published_no is null),
  -- product §4: items of the video categories have one
  check (category_id not in (32, 36) or has_video is not false)
) with (fillfactor = 80); -- views change in place
create index poster_list on poster (category_id, pinned desc, publish_at desc, id desc)
  where published_no is not null and withdrawn_at is null;
create index poster_neighbour on poster (category_id, publish_at, id)
  where published_no is not null and withdrawn_at is null;
create index poster_newest on poster (publish_at desc, id desc)
  where published_no is not null and withdrawn_at is null;
create index poster_desk on poster (updated_at desc, id desc) where removed_at is null;
create index poster_created on poster (last_change) where version = 1;

-- Every save, for good. `content` is the contract's posterContent, its HTML cleaned.
create table poster_revision (
  poster_id uuid not null references poster,
  no integer not null check (no >= 1),
  content jsonb not null,
  body_text text not null, -- the body without markup
  saved_by text not null,
  saved_at timestamptz not null default app_now(),
  restored_from integer check (restored_from < no),
  title text not null generated always as (content ->> 'title') stored check (char_length(title) between 1 and 120),
  cover_file_id uuid generated always as ((content ->> 'coverFileId')::uuid) stored references file,
  video_file_id uuid generated always as ((content ->> 'videoFileId')::uuid) stored references file,
  captions_file_id uuid generated always as ((content ->> 'captionsFileId')::uuid) stored references file,
  primary key (poster_id, no),
  foreign key (poster_id, restored_from) references poster_revision (poster_id, no)
);
create trigger poster_revision_append_only before update or delete on poster_revision
  for each row execute function refuse_change();
create trigger poster_revision_no_truncate before truncate on poster_revision
  for each statement execute function refuse_change();

alter table poster
  add foreign key (id, draft_no) references poster_revision (poster_id, no) deferrable initially deferred,
  add foreign key (id, published_no) references poster_revision (poster_id, no) deferrable initially deferred;

-- What search reads of the published revision, folded (width, case). Apart from `poster`: counting a view must not
-- touch thousands of index entries.
create table poster_search (
  poster_id uuid primary key references poster,
  title text not null,
  content text not null, -- title, summary and body
  grams text[] not null  -- every character and every pair of neighbours in `content`
);
create index poster_search_grams on poster_search using gin (grams) with (fastupdate = off);

-- The published texts that hold all of these grams, by the index alone. Left to itself the planner compares the arrays
-- row by row when a gram stands in most texts, for it takes no account of how long they are: 240 ms instead of 9.
create function search_candidates(wanted text[]) returns table (poster_id uuid, title text)
  language sql stable parallel safe set enable_seqscan = off as $$
    select found.poster_id, found.title from poster_search as found where found.grams @> wanted
  $$;
