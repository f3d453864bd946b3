-- A day's root is that of a Merkle tree over the heads of all chains (docs/ledger.md), so that an hour can be shown to be in it.
-- The days before hold one digest over all heads.
alter table hours_root add column tree boolean not null default false;

-- A chain's head as a day sealed it; a day has those that moved since the day before. A chain's place is given at its first sealing and
-- stays, so that the tree only grows at its end.
create table hours_leaf (
  student_id uuid not null references hours_head,
  day date not null references hours_root deferrable initially deferred,
  place integer not null check (place >= 0),
  seq integer not null check (seq >= 1),
  head bytea not null,
  primary key (student_id, day),
  unique (day, place)
);
create trigger hours_leaf_append_only before update or delete on hours_leaf
  for each row execute function refuse_change();
create trigger hours_leaf_no_truncate before truncate on hours_leaf
  for each statement execute function refuse_change();

-- The newest tree: level 0 the leaves. Worked out from hours_leaf, and again by ledger:verify.
create table hours_node (
  level integer not null check (level >= 0),
  place integer not null check (place >= 0),
  hash bytea not null,
  primary key (level, place)
);
