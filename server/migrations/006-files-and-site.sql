-- Staff uploads in pieces, the files of the public pages, the site's own constants, texts, swipers and links.

alter table file
  drop constraint file_purpose_check,
  add constraint file_purpose_check check (purpose in
    ('AVATAR', 'EVIDENCE', 'CAPTURE', 'LESSON', 'COVER', 'PICTURE', 'VIDEO', 'CAPTIONS', 'ATTACHMENT', 'IMPORT')),
  add staff_id uuid references staff, -- who of the staff uploaded it
  add width integer check (width > 0),   -- pixels, of a picture or a film
  add height integer check (height > 0),
  add check (owner_id is null or staff_id is null),
  add check ((width is null) = (height is null));
-- the product's own contents lie here once; what people upload is a file of its own each time
drop index file_content;
create unique index file_content on file (purpose, sha256) where owner_id is null and staff_id is null;

-- A resumable upload: its pieces lie in the file store, in order, until it is finished or given up.
create table upload (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff,
  name text not null,
  size bigint not null check (size > 0),
  purpose text not null check (purpose in ('PICTURE', 'VIDEO', 'CAPTIONS', 'ATTACHMENT', 'IMPORT')),
  chunk_size integer not null check (chunk_size > 0),
  received bigint not null default 0,
  parts text[] not null default '{}', -- their keys in the file store
  state text not null default 'OPEN' check (state in ('OPEN', 'FINISHED', 'ABANDONED')),
  file_id uuid references file,
  created_at timestamptz not null default app_now(),
  touched_at timestamptz not null default app_now(),
  check (received = least(size, cardinality(parts)::bigint * chunk_size)),
  check ((state = 'FINISHED') = (file_id is not null)),
  check (state <> 'FINISHED' or received = size)
);
create index upload_touched on upload (touched_at);

-- What a person agrees to at registration. Versions are added, never changed: the agreement table points to them by name.
create table site_text (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('AGREEMENT', 'PRIVACY')),
  version text not null,
  paragraphs text[] not null,
  effective_from date not null default shanghai_date(app_now()),
  published_at timestamptz not null default app_now(),
  published_by text not null,
  unique (kind, version)
);
create trigger site_text_append_only before update or delete on site_text
  for each row execute function refuse_change();
create trigger site_text_no_truncate before truncate on site_text
  for each statement execute function refuse_change();

-- until now the texts lay among the constants, and QR pictures were named by their address
insert into site_text (kind, version, paragraphs, published_by)
  select kind, value ->> version, array(select jsonb_array_elements_text(value -> paragraphs)), 'system'
  from site_info, (values
    ('AGREEMENT', 'agreementVersion', 'agreement'),
    ('PRIVACY', 'privacyVersion', 'privacy')) as part (kind, version, paragraphs)
  where value ->> version is not null;
update site_info set value =
  value - array['agreement', 'privacy', 'agreementVersion', 'privacyVersion'] || jsonb_build_object('qrImages', coalesce(
    (select jsonb_agg(jsonb_build_object('title', image ->> 'title', 'fileId', substr(image ->> 'url', 15)) order by at)
      from jsonb_array_elements(value -> 'qrImages') with ordinality as each (image, at)
      where image ->> 'url' ~ '^/files/public/[0-9a-f-]{36}$'),
    '[]'));

create table swiper (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  file_id uuid not null references file,
  redirect_url text,
  visible boolean not null,
  position integer not null,
  unique (position) deferrable initially deferred -- two may change places
);

create table friendlink (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  redirect_url text not null,
  visible boolean not null,
  position integer not null,
  unique (position) deferrable initially deferred
);
