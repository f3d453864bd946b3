-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.

-- A category of the public pages.
create domain category as smallint check (value in (1, 2, 27, 28, 29, 31, 32, 33, 35, 36, 38, 39));

-- An address on the web, or a path of this site.
create domain link_address as text check (char_length(value) <= 500 and value ~*
  '^(https?://[^\s]+|/([^/\\\s][^\s]*)?)$');

-- An article of the public pages: its state, and the fields of the published revision that lists show.
create table poster (
  id uuid primary key default gen_random_uuid(),
  category_id category not null,
  -- Grows with each change by a person; a form that read an older one is refused.
  version integer not null default 1 check (version >= 1),
  -- A hash of the request that made this version; an identical repeat gets the first answer.
  last_change bytea not null,
  -- The newest revision.
  draft_no integer not null,
  draft_title text not null,
  -- The revision that readers see from publish_at on.
  published_no integer,
  publish_at timestamp(3) with time zone,
  withdrawn_at timestamptz,
  -- When a draft was removed that was never published; its revisions stay.
  removed_at timestamptz,
  pinned boolean not null default false,
  views integer not null default 0 check (views >= 0),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  updated_by text not null,
  title text check (char_length(title) between 1 and 120),
  summary text check (char_length(summary) <= 300),
  cover_file_id uuid references file (id),
  title_code smallint check (title_code between 0 and 99),
  source text check (char_length(source) <= 60),
  author text check (char_length(author) <= 60),
  has_video boolean,
  -- When the published revision was published.
  revised_at timestamptz,
  -- The time that an imported article carries; used when it is published without another one.
  dated_at timestamp(3) with time zone,
  constraint poster_id_draft_no_fkey foreign key (id, draft_no) references poster_revision (poster_id, no) deferrable
    initially deferred,
  constraint poster_id_published_no_fkey foreign key (id, published_no) references poster_revision (poster_id, no)
    deferrable initially deferred,
  constraint poster_check check (num_nulls(published_no, publish_at, title, summary, title_code, source, author,
    has_video, revised_at) in (0, 9)),
  constraint poster_check1 check (published_no <= draft_no),
  constraint poster_check2 check (withdrawn_at is null or published_no is not null),
  constraint poster_check3 check (removed_at is null or published_no is null),
  constraint poster_check4 check ((category_id::smallint not in (32, 36)) or has_video is not false),
  constraint withdrawn_not_pinned check (withdrawn_at is null or not pinned)
) with (fillfactor=80);
create index poster_created on poster (last_change) where version = 1;
create index poster_desk on poster (updated_at desc, id desc) where removed_at is null;
create index poster_list on poster (category_id, pinned desc, publish_at desc, id desc) where published_no is not null
  and withdrawn_at is null;
create index poster_neighbour on poster (category_id, publish_at, id) where published_no is not null and withdrawn_at
  is null;
create index poster_newest on poster (publish_at desc, id desc) where published_no is not null and withdrawn_at is
  null;
create index poster_title on poster (category_id, draft_title) where removed_at is null;

-- Each saved state of an article; rows are only added.
create table poster_revision (
  poster_id uuid not null references poster (id),
  no integer not null check (no >= 1),
  -- The contract's posterContent, with cleaned HTML.
  content jsonb not null,
  -- The body without markup.
  body_text text not null,
  saved_by text not null,
  saved_at timestamptz not null default app_now(),
  restored_from integer,
  title text not null generated always as (content ->> 'title') stored check (char_length(title) between 1 and 120),
  cover_file_id uuid generated always as ((content ->> 'coverFileId')::uuid) stored references file (id),
  video_file_id uuid generated always as ((content ->> 'videoFileId')::uuid) stored references file (id),
  captions_file_id uuid generated always as ((content ->> 'captionsFileId')::uuid) stored references file (id),
  constraint poster_revision_pkey primary key (poster_id, no),
  constraint poster_revision_poster_id_restored_from_fkey foreign key (poster_id, restored_from) references
    poster_revision (poster_id, no),
  constraint poster_revision_check check (restored_from < no)
);
create trigger poster_revision_append_only before delete or update on poster_revision for each row execute function
  refuse_change();
create trigger poster_revision_no_truncate before truncate on poster_revision for each statement execute function
  refuse_change();

-- Which files a revision shows; a public file is open while something shows it.
create table poster_file (
  -- Not a foreign key: a text may link a file that never existed.
  file_id uuid not null,
  poster_id uuid not null,
  no integer not null,
  constraint poster_file_pkey primary key (file_id, poster_id, no),
  constraint poster_file_poster_id_no_fkey foreign key (poster_id, no) references poster_revision (poster_id, no)
);
create index poster_file_revision on poster_file (poster_id, no);
create trigger poster_file_append_only before delete or update on poster_file for each row execute function
  refuse_change();
create trigger poster_file_no_truncate before truncate on poster_file for each statement execute function
  refuse_change();

-- What search reads of a published article, in its normal form.
create table poster_search (
  poster_id uuid primary key references poster (id),
  title text not null,
  content text not null,
  -- Each character and each pair of neighbouring characters of content.
  grams text[] not null
);
create index poster_search_grams on poster_search using gin (grams) with (fastupdate=off);

-- An import of articles from an existing site: what the check found, and how far the run has come.
create table poster_import (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff (id),
  file_id uuid not null references file (id),
  -- For documents that name no category.
  category_id category,
  state text not null default 'CHECKED' check (state in ('CHECKED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  -- The rows of the contract, as checked.
  report jsonb not null check (jsonb_typeof(report) = 'array'),
  done integer not null default 0,
  -- Whether the run publishes the articles.
  publish boolean,
  run_ip text,
  created_at timestamptz not null default app_now(),
  -- Renewed by the process at work; another process takes over an import that stands still.
  touched_at timestamptz not null default app_now(),
  constraint poster_import_check check (done between 0 and jsonb_array_length(report)),
  constraint poster_import_run_publishes check ((state in ('CHECKED', 'CANCELLED')) or publish is not null)
);
create index poster_import_running on poster_import (touched_at) where state = 'RUNNING';
create index poster_import_staff on poster_import (staff_id, created_at desc);
create index poster_import_waiting on poster_import (touched_at) where state in ('CHECKED', 'CANCELLED');

-- Which document became which article, by the hash of its content.
create table poster_import_item (
  content_hash bytea primary key,
  poster_id uuid not null references poster (id),
  imported_at timestamptz not null default app_now()
);
create index poster_import_item_poster on poster_import_item (poster_id);

-- What a person decided about one row of an import before it runs.
create table poster_import_mend (
  import_id uuid not null references poster_import (id) on delete cascade,
  row_no integer not null check (row_no >= 0),
  left_out boolean not null default false,
  category_id category,
  -- The corrected content; empty while nobody has looked at the row.
  item jsonb check (jsonb_typeof(item) = 'object'),
  version integer not null default 1 check (version > 0),
  constraint poster_import_mend_pkey primary key (import_id, row_no)
);

-- What became of one row of an import when it ran.
create table poster_import_outcome (
  import_id uuid not null references poster_import (id) on delete cascade,
  row_no integer not null check (row_no >= 0),
  action text not null check (action in ('CREATE', 'SAME', 'REFUSE')),
  problems text[] not null default '{}',
  poster_id uuid references poster (id),
  constraint poster_import_outcome_pkey primary key (import_id, row_no),
  constraint poster_import_outcome_check check (action <> 'REFUSE' or poster_id is null)
);

-- Names, addresses and filing numbers of the site; one row.
create table site_info (
  only_row boolean primary key default true check (only_row),
  value jsonb not null
);

-- A version of the user agreement or the privacy text: proposed by one member of staff, approved by another,
--   then never changed.
create table site_text (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('AGREEMENT', 'PRIVACY')),
  version text not null,
  paragraphs text[] not null,
  effective_from date not null,
  proposed_at timestamptz not null default app_now(),
  proposed_by text not null,
  state text not null default 'PROPOSED' check (state in ('PROPOSED', 'APPROVED', 'REFUSED', 'TAKEN_BACK',
    'WITHDRAWN')),
  summary text not null default '' check (char_length(summary) <= 300),
  -- How long learners who agreed to an earlier version may go on without agreeing.
  grace_days integer not null default 0 check (grace_days between 0 and 90),
  decided_by text,
  decided_at timestamptz,
  decide_reason text not null default '' check (char_length(decide_reason) <= 300),
  withdrawn_by text,
  withdrawn_at timestamptz,
  withdraw_reason text not null default '' check (char_length(withdraw_reason) <= 300),
  constraint site_text_decided check ((state in ('APPROVED', 'REFUSED', 'WITHDRAWN')) = (decided_by is not null)),
  constraint site_text_decided_at check ((decided_by is null) = (decided_at is null)),
  constraint site_text_refused_why check (state <> 'REFUSED' or decide_reason <> ''),
  constraint site_text_second_person check (decided_by <> proposed_by or proposed_by = 'system'),
  constraint site_text_summary check (summary <> '' or proposed_by = 'system' or coalesce(decided_by, '') = 'system'),
  constraint site_text_withdrawn check ((state in ('TAKEN_BACK', 'WITHDRAWN')) = (withdrawn_by is not null)),
  constraint site_text_withdrawn_at check ((withdrawn_by is null) = (withdrawn_at is null)),
  constraint site_text_withdrawn_why check (state <> 'WITHDRAWN' or withdraw_reason <> '')
);
create unique index site_text_one_proposal on site_text (kind) where state = 'PROPOSED';
create unique index site_text_version on site_text (kind, version) where state in ('PROPOSED', 'APPROVED',
  'WITHDRAWN');
create trigger site_text_append_only before delete on site_text for each row execute function refuse_change();
create trigger site_text_begun before insert on site_text for each row execute function begin_site_text();
create trigger site_text_kept before update on site_text for each row execute function keep_site_text();
create trigger site_text_no_truncate before truncate on site_text for each statement execute function refuse_change();

-- A picture of the slide show on the first page.
create table swiper (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 60),
  file_id uuid not null references file (id),
  redirect_url link_address,
  visible boolean not null,
  position integer unique deferrable initially deferred,
  create_key uuid unique,
  -- A hash of the request that made it; an identical repeat gets the first answer.
  created_as bytea,
  -- A removed row is kept, so that the removal can be repeated.
  removed_at timestamptz,
  constraint swiper_check check ((create_key is null) = (created_as is null)),
  constraint swiper_check1 check ((removed_at is null) = ("position" is not null))
);

-- A link at the foot of the public pages.
create table friendlink (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 40),
  redirect_url link_address not null,
  visible boolean not null,
  position integer unique deferrable initially deferred,
  create_key uuid unique,
  -- A hash of the request that made it; an identical repeat gets the first answer.
  created_as bytea,
  -- A removed row is kept, so that the removal can be repeated.
  removed_at timestamptz,
  constraint friendlink_check check ((create_key is null) = (created_as is null)),
  constraint friendlink_check1 check ((removed_at is null) = ("position" is not null))
);

-- A text begins as a proposal.
create function begin_site_text() returns trigger language plpgsql as $$
begin
  if new.state = 'PROPOSED' and new.proposed_by <> 'system' then return new; end if;
  -- texts that are set up with the portal, by nobody, until staff have proposed one
  if new.state = 'APPROVED' and new.proposed_by = 'system' and new.decided_by = 'system'
    and not exists (select from site_text where kind = new.kind and proposed_by <> 'system') then return new; end if;
  raise exception 'site_text begins as the proposal of a person' using errcode = 'restrict_violation';
end $$;

-- Refuses changes of a text, except the next step of its state.
create function keep_site_text() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.version, new.paragraphs, new.effective_from, new.summary, new.grace_days, new.proposed_at, new.proposed_by)
    is distinct from
    (old.id, old.kind, old.version, old.paragraphs, old.effective_from, old.summary, old.grace_days, old.proposed_at, old.proposed_by)
    or not ((old.state = 'PROPOSED' and new.state in ('APPROVED', 'REFUSED', 'TAKEN_BACK'))
      or (old.state = 'APPROVED' and new.state = 'WITHDRAWN' and old.effective_from > shanghai_date(app_now())
        and (new.decided_by, new.decided_at, new.decide_reason) = (old.decided_by, old.decided_at, old.decide_reason))) then
    raise exception 'site_text is append-only: only a proposal is decided, and only a version to come is withdrawn'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The published articles that have all these grams, by the index alone.
create function search_candidates(wanted text[]) returns table(poster_id uuid, title text) language sql stable
  parallel safe set enable_seqscan = off as $$
    select found.poster_id, found.title from poster_search as found where found.grams @> wanted
  $$;

-- The version of each legal text that is in force on a day.
create function texts_in_force(day date) returns table(id bigint, kind text, version text, effective_from date,
  grace_days integer) language sql stable as $$
  select distinct on (kind) id, kind, version, effective_from, grace_days from site_text
  where state = 'APPROVED' and effective_from <= day
  order by kind, effective_from desc, id desc
$$;
