-- A refund that its channel will never give (docs/payments.md, "Given back otherwise"): staff give the money back in another way, one says
-- so with a number that proves it, another agrees, and only then it counts as back. A refund with an APPROVED row here is one done by hand.
create table refund_elsewhere (
  id uuid primary key, -- the staff's client makes it: a repeat finds the same row
  refund_no text not null references refund,
  reference text not null check (char_length(reference) between 4 and 64), -- of the transfer, or of the merchant console's refund
  reason text not null check (char_length(reason) between 2 and 200),
  asked_by text not null,
  asked_at timestamptz not null default app_now(),
  state text not null default 'OPEN' check (state in ('OPEN', 'WITHDRAWN', 'REFUSED', 'APPROVED')),
  decided_by text,
  decided_at timestamptz,
  decide_reason text,
  check ((state = 'OPEN') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check ((state in ('REFUSED', 'APPROVED')) = (decide_reason is not null)),
  -- taken back by who entered it, decided by another
  constraint refund_elsewhere_second_person check ((state = 'WITHDRAWN') = (decided_by = asked_by))
);
create unique index refund_elsewhere_one on refund_elsewhere (refund_no) where state in ('OPEN', 'APPROVED');
create index refund_elsewhere_of on refund_elsewhere (refund_no, asked_at);
create index refund_elsewhere_open on refund_elsewhere (asked_at) where state = 'OPEN';

-- REFUND_TWICE: the channel gave back by two numbers of one refund, or what was given back otherwise already.
alter table money_difference
  drop constraint money_difference_kind_check,
  add constraint money_difference_kind_check check (kind in ('NOT_BOOKED', 'UNKNOWN_PAYMENT', 'AMOUNT', 'NOT_AT_CHANNEL',
    'REFUND_NOT_BOOKED', 'REFUND_UNKNOWN', 'REFUND_AMOUNT', 'REFUND_NOT_AT_CHANNEL', 'REFUND_STUCK', 'REFUND_TWICE',
    'NOTIFICATION', 'RULE'));
create index bill_line_refund on bill_line (out_trade_no) where kind = 'REFUND';
