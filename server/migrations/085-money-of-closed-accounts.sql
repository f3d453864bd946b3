-- An account that is closed with paid study left: what becomes of that money is finance's to decide (decision 080).
create table closed_account_money (
  order_no text not null,
  sign_id uuid not null,
  student_id uuid not null references student,
  amount_fen integer not null check (amount_fen > 0), -- of what was paid for the year, the part that is not studied
  hours_left integer not null check (hours_left > 0), -- tenths
  opened_at timestamptz not null default app_now(),
  state text not null default 'OPEN' check (state in ('OPEN', 'KEPT')),
  decided_by text,
  decided_at timestamptz,
  reason text check (char_length(reason) between 2 and 200),
  primary key (order_no, sign_id),
  foreign key (order_no, sign_id) references order_line (order_no, sign_id),
  check ((state = 'OPEN') = (decided_at is null) and num_nonnulls(decided_by, decided_at, reason) in (0, 3))
);
create index closed_account_money_open on closed_account_money (opened_at) where state = 'OPEN';
create index closed_account_money_student on closed_account_money (student_id);

-- What waits for finance: a line whose money goes back has been decided about.
create view closed_account_money_waiting as
  select waiting.* from closed_account_money waiting
  where state = 'OPEN'
    and not exists (select from refund where refund.order_no = waiting.order_no and refund.sign_id = waiting.sign_id);
