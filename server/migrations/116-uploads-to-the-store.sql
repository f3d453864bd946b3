-- works with the version before
-- in steps
-- A browser sends the parts of a film to the store itself. The portal never reads them, so it knows the SHA-256 of each
-- part at first, and of the whole when a job has read it.
-- step
alter table upload
  add column if not exists store_key text,
  add column if not exists store_upload text,
  add column if not exists part_hashes text[] not null default '{}',
  drop constraint if exists upload_check,
  add constraint upload_check check (
    case when store_key is null then received = least(size, cardinality(parts)::bigint * chunk_size)
      else cardinality(parts) = 0 end),
  drop constraint if exists upload_of_store,
  add constraint upload_of_store check ((store_key is null) = (store_upload is null));
comment on column upload.store_key is 'The key under which the store joins the parts; empty for pieces that come to the portal.';
comment on column upload.store_upload is 'The name that the store gave to the upload.';
comment on column upload.part_hashes is 'SHA-256 of each part in hexadecimal, signed with its address.';
-- step
create index concurrently upload_store_key on upload (store_key) where store_key is not null;
-- step
alter table file add column if not exists hash_part_bytes integer;
comment on column file.hash_part_bytes is
  'While set, sha256 is that of the hashes of parts with this length; empty when it is that of the whole content.';
-- step
create index concurrently file_hash_in_parts on file (created_at) where hash_part_bytes is not null;
