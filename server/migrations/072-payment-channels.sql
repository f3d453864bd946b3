-- A bill that came and cannot be taken says why: cut off · not what its own totals say · not readable. It is asked for again.
alter table bill_try
  drop constraint bill_try_why_check,
  add constraint bill_try_why_check check (why in ('NOT_MADE', 'FAILED', 'EMPTY', 'CUT', 'MISMATCH', 'UNREADABLE'));

-- Rows of a bill that are neither payments nor refunds that can be read: the account has other tills.
alter table bill add column others integer not null default 0 check (others >= 0);

-- The last self-check of each payment channel: one row a channel, whichever process or member of staff made it.
create table channel_check (
  channel text primary key,
  at timestamptz not null default app_now(),
  checked_by text not null, -- a member of staff by username, or system
  ok boolean not null,
  result jsonb not null check (pg_column_size(result) < 16384)
);
