-- works with the version before
-- A browser sends the parts of a film to the store itself. The portal never reads them, so it knows the SHA-256 of each
-- part at first, and of the whole when a job has read it.
alter table upload
  add column store_key text,
  add column store_upload text,
  add column part_hashes text[] not null default '{}',
  drop constraint upload_check,
  add constraint upload_check check (
    case when store_key is null then received = least(size, cardinality(parts)::bigint * chunk_size)
      else cardinality(parts) = 0 end),
  add constraint upload_of_store check ((store_key is null) = (store_upload is null));
comment on column upload.store_key is 'The key under which the store joins the parts; empty for pieces that come to the portal.';
comment on column upload.store_upload is 'The name that the store gave to the upload.';
comment on column upload.part_hashes is 'SHA-256 of each part in hexadecimal, signed with its address.';
create unique index upload_store_key on upload (store_key) where store_key is not null;
alter table file add column hash_part_bytes integer check (hash_part_bytes > 0);
comment on column file.hash_part_bytes is
  'While set, sha256 is that of the hashes of parts with this length; empty when it is that of the whole content.';
create index file_hash_in_parts on file (created_at) where hash_part_bytes is not null;
