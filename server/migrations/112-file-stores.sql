-- works with the version before
-- A folder or bucket of files belongs to one database.
create table deployment (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  stores text[] not null default '{}'
);
comment on table deployment is 'The name of this database, which its folder or bucket of files also holds.';
comment on column deployment.id is 'Also written into the folder or bucket of files, so that a start refuses those of another database.';
comment on column deployment.stores is 'Stores outside that this database has used: the portal starts while one of these is away.';
comment on column process_alive.paused_channels is 'Payment channels, and the store of files (FILES), that this process does not ask for the moment.';
