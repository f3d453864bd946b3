-- The ids of the keys that this database was used with. A start whose KEYS_DIR lacks one of them stops, instead of making new keys with
-- which every proof that was issued would be invalid. Ids are hashes: a key cannot be worked out from its id.
create table used_key (
  kind text not null check (kind in ('PROOF', 'MAC')),
  key_id text not null check (key_id <> ''),
  first_used_at timestamptz not null default app_now(),
  lost_at timestamptz,              -- given up by an operator: it cannot be brought back
  lost_reason text,
  primary key (kind, key_id),
  check ((lost_at is null) = (lost_reason is null))
);

insert into used_key (kind, key_id)
  select distinct 'PROOF', key_id from proof;

-- also what a process signed that nobody has told of a rotation
create function remember_proof_keys() returns trigger language plpgsql as $$
begin
  insert into used_key (kind, key_id)
    select distinct 'PROOF', key_id from issued order by key_id
    on conflict do nothing;
  return null;
end $$;
create trigger proof_key_used after insert on proof
  referencing new table as issued
  for each statement execute function remember_proof_keys();

-- Files whose contents the folder of files lacks, or has with another length; what is found again is taken out.
create table missing_file (
  file_id uuid primary key references file on delete cascade,
  found_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now(),
  stored_size bigint check (stored_size >= 0),    -- null: there is no content at all
  check (found_at <= seen_at)
);
create index missing_file_found on missing_file (found_at desc, file_id);

-- How far the check of all files has come; one row.
create table file_check (
  only_row boolean primary key default true check (only_row),
  after_id uuid,                    -- files up to this one have been looked at in this round; null: a round begins
  round_began_at timestamptz,
  round_ended_at timestamptz        -- the last whole round
);
insert into file_check default values;
