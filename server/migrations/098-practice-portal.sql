-- A practice portal (演练环境): the plans of a portal in a world with its own clock and invented people (decision 088).

-- One row says that this database is one; production and `npm start` refuse it. Moments are real time (now()), not the rules' clock.
create table practice_portal (
  only_row boolean primary key default true check (only_row),
  source text not null check (char_length(source) between 1 and 300), -- where the plans came from, without a password
  copied_at timestamptz not null default now(),
  made_at timestamptz,                                                -- null: the world is half made
  moved_at timestamptz,                                               -- when the clock was last moved on
  jobs_done integer not null default 0 check (jobs_done >= 0),        -- of those that run once after a move
  jobs_all integer not null default 0 check (jobs_all >= jobs_done)
);

-- Ledgers and sessions cannot go back: once its world is made, neither does the clock.
create function keep_practice_clock() returns trigger language plpgsql as $$
begin
  if exists (select from practice_portal where made_at is not null) then
    raise exception 'the clock of a practice portal only moves on' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger app_clock_moves_on before update on app_clock
  for each row when (new.shift < old.shift) execute function keep_practice_clock();
