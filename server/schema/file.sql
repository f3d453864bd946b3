-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.

-- An uploaded or generated file; the content lies in the folder of files under storage_key.
create table file (
  id uuid primary key default gen_random_uuid(),
  -- The student it belongs to; both owners are empty for what came with the portal.
  owner_id uuid references student (id),
  purpose text not null check (purpose in ('MONEY', 'FONT', 'REHEARSAL', 'EXPORT', 'INVOICE', 'ROSTER', 'AVATAR',
    'EVIDENCE', 'CAPTURE', 'LESSON', 'LESSON_CAPTIONS', 'COVER', 'PICTURE', 'VIDEO', 'CAPTIONS', 'ATTACHMENT', 'IMPORT',
    'QUESTIONS', 'SEALED')),
  storage_key text not null unique,
  name text not null,
  mime text not null,
  size bigint not null check (size >= 0),
  sha256 bytea not null,
  created_at timestamptz not null default app_now(),
  -- When the content is to be deleted.
  delete_due_at timestamptz,
  -- When the content was deleted; the row stays for the rows that refer to it.
  deleted_at timestamptz,
  -- The member of staff who uploaded it.
  staff_id uuid references staff (id),
  -- In pixels, of a picture or a video.
  width integer check (width > 0),
  height integer check (height > 0),
  -- What a video was found to be: container, codecs, length; empty for other files.
  media jsonb,
  -- The version of the rule by which the video was read.
  film_rule smallint not null default 0,
  film_read_at timestamptz,
  -- What is wrong with a video that was stored before the present rule.
  film_problem text,
  -- The version of the rule by which the index of the video was moved to the front, or left.
  index_rule smallint not null default 0,
  -- What the QR code in the picture says.
  qr_text text check (length(qr_text) <= 4000),
  -- While set, sha256 is that of the hashes of parts with this length; empty when it is that of the whole content.
  hash_part_bytes integer,
  constraint file_check check (owner_id is null or staff_id is null),
  constraint file_check1 check ((width is null) = (height is null))
);
create unique index file_content on file (purpose, sha256) where owner_id is null and staff_id is null;
create index file_due on file (delete_due_at) where deleted_at is null;
create index file_evidence_content on file (sha256) where purpose = 'EVIDENCE';
create index file_films on file (film_rule, index_rule, created_at) where (purpose in ('LESSON', 'VIDEO')) and
  deleted_at is null;
create index file_hash_in_parts on file (created_at) where hash_part_bytes is not null;
create index file_owner on file (owner_id, created_at);
create trigger capture_forget_camera after update of deleted_at on file for each row when (new.deleted_at is not null
  and new.purpose = 'CAPTURE') execute function capture_forget_camera();
create trigger file_reading_forgotten after update of deleted_at on file for each row when (old.deleted_at is null and
  new.deleted_at is not null) execute function forget_reading();

-- An upload by staff in pieces, which can be resumed until it is finished or abandoned.
create table upload (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff (id),
  name text not null,
  size bigint not null check (size > 0),
  purpose text not null check (purpose in ('MONEY', 'FONT', 'INVOICE', 'ROSTER', 'LESSON', 'LESSON_CAPTIONS',
    'PICTURE', 'VIDEO', 'CAPTIONS', 'ATTACHMENT', 'IMPORT', 'QUESTIONS')),
  chunk_size integer not null check (chunk_size > 0),
  received bigint not null default 0,
  -- Keys of the pieces in the folder of files.
  parts text[] not null default '{}',
  state text not null default 'OPEN' check (state in ('OPEN', 'FINISHED', 'ABANDONED')),
  file_id uuid references file (id),
  created_at timestamptz not null default app_now(),
  touched_at timestamptz not null default app_now(),
  -- The place that the picture is for; it decides size and sides.
  picture_use text check (picture_use in ('SWIPER', 'QR', 'COVER', 'PORTRAIT', 'ARTICLE')),
  -- The key under which the store joins the parts; empty for pieces that come to the portal.
  store_key text,
  -- The name that the store gave to the upload.
  store_upload text,
  -- SHA-256 of each part in hexadecimal, signed with its address.
  part_hashes text[] not null default '{}',
  constraint upload_check check (case when store_key is null then received = least(size, cardinality(parts)::bigint *
    chunk_size) else cardinality(parts) = 0 end),
  constraint upload_check1 check ((state = 'FINISHED') = (file_id is not null)),
  constraint upload_check2 check (state <> 'FINISHED' or received = size),
  constraint upload_of_store check ((store_key is null) = (store_upload is null)),
  constraint upload_use_of_picture check (picture_use is null or purpose = 'PICTURE')
);
create index upload_store_key on upload (store_key) where store_key is not null;
create index upload_touched on upload (touched_at);

-- A file whose content is missing or has another length than its row says.
create table missing_file (
  file_id uuid primary key references file (id) on delete cascade,
  found_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now(),
  -- Empty where there is no content at all.
  stored_size bigint check (stored_size >= 0),
  constraint missing_file_check check (found_at <= seen_at)
);
create index missing_file_found on missing_file (found_at desc, file_id);

-- How far the running check of all files has come; one row.
create table file_check (
  only_row boolean primary key default true check (only_row),
  -- The last file that was checked in this round.
  after_id uuid,
  round_began_at timestamptz,
  round_ended_at timestamptz
);

-- A font that staff added for letters that the portal's own print fonts lack.
create table print_font (
  -- Made by the client, so that a repeated request adds no second row.
  id uuid primary key,
  file_id uuid not null unique references file (id),
  name text not null check (char_length(name) between 1 and 100),
  -- The place of the font in a collection.
  face integer not null check (face between 0 and 255),
  glyphs integer not null check (glyphs between 1 and 65535),
  letters int4multirange not null,
  -- Where the font is from, and by what right it is used.
  note text not null check (char_length(note) between 2 and 200),
  staff_id uuid not null references staff (id),
  added_at timestamptz not null default app_now(),
  -- From then on no new letter is drawn with it.
  removed_at timestamptz,
  removed_by uuid references staff (id),
  remove_reason text check (char_length(remove_reason) between 2 and 200),
  constraint print_font_check check ((removed_at is null) = (removed_by is null)),
  constraint print_font_check1 check ((removed_at is null) = (remove_reason is null))
);

-- The drawing of one letter, taken from the first font that had it.
create table print_letter (
  code_point integer primary key check (code_point between 1 and 1114111),
  font_id uuid not null references print_font (id),
  -- The width of the letter, of an em of 1000.
  advance integer not null check (advance between 1 and 4000),
  outline text not null check (char_length(outline) <= 60000 and outline ~ '^[MLQZ0-9 -]+$'),
  drawn_at timestamptz not null default app_now(),
  -- Since when a proof prints it; from then on it does not change.
  used_at timestamptz
);
create index print_letter_font on print_letter (font_id);
create trigger keep_printed_letter before delete or update on print_letter for each row execute function
  keep_printed_letter();

-- Removes the name of the camera when the picture of an exam is deleted.
create function capture_forget_camera() returns trigger language plpgsql as $$
begin
  update capture set camera = null where file_id = new.id and camera is not null;
  return null;
end $$;

-- Removes what was read from an invoice when its file is deleted, as it names people.
create function forget_reading() returns trigger language plpgsql as $$
begin
  delete from invoice_reading where file_id = new.id;
  return null;
end $$;

-- Refuses to change the drawing of a letter that a proof prints.
create function keep_printed_letter() returns trigger language plpgsql as $$
begin
  if old.used_at is not null and
      (tg_op = 'DELETE' or (new.code_point, new.advance, new.outline) is distinct from (old.code_point, old.advance, old.outline)) then
    raise exception 'a letter that proofs print is not changed' using errcode = 'check_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
