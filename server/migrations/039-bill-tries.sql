-- What the last try to get the bill of a day brought, for days without one; the audit log has the news of it only.
create table bill_try (
  channel text not null,
  day date not null,
  at timestamptz not null,
  why text not null check (why in ('NOT_MADE', 'FAILED', 'EMPTY')),
  told text not null, -- the last that was news: in the audit log, or of an empty bill in the worklist
  told_at timestamptz not null,
  primary key (channel, day)
);

insert into bill_try (channel, day, at, why, told, told_at)
select channel, day, tried_at, 'EMPTY', 'EMPTY', tried_at from money_difference
where kind = 'NOT_AT_CHANNEL' and order_no is null and state = 'OPEN' and tried_at is not null
  and channel is not null and day is not null;
