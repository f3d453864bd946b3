-- A repeat is answered like the first time.

-- A reset of a password by staff, student's or colleague's: the one-time password is told once and kept nowhere, so a repeat is told when it was done.
create table password_reset (
  id uuid primary key, -- made by the client
  subject uuid not null, -- whose password
  reset_by uuid not null references staff,
  at timestamptz not null default app_now()
);

-- How many students a published version took along: its row is closed when they are counted.
create table course_version_move (
  version_id uuid primary key references course_version,
  moved integer not null check (moved >= 0)
);
