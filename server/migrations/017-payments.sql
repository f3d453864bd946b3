-- Payment with a real channel: refunds that students ask for, the channel's bills and what differs from them,
-- and what must be true of money as constraints (docs/payments.md).

-- a channel order is for the whole amount of its order
alter table orders add constraint orders_amount unique (order_no, amount_fen);
alter table payment
  add constraint payment_amount foreign key (order_no, amount_fen) references orders (order_no, amount_fen),
  add constraint payment_whole unique (out_trade_no, amount_fen);
-- an order is paid once: a second payment is on its way back from the moment we hear of it
create unique index payment_one_paid on payment (order_no) where status = 'PAID';

-- A payment goes back whole and once. FAILED: this try will never succeed, the next has another number at the channel ·
-- STUCK: the channel needs somebody in its own console, and goes on by itself then.
alter table refund
  drop constraint refund_status_check,
  add constraint refund_status_check check (status in ('PENDING', 'STUCK', 'FAILED', 'DONE')),
  add constraint refund_reason_check check (reason in ('SECOND_PAYMENT', 'LATE_PAYMENT', 'REQUESTED')),
  add constraint refund_whole foreign key (out_trade_no, amount_fen) references payment (out_trade_no, amount_fen),
  add constraint refund_once unique (out_trade_no),
  add column attempt integer not null default 1 check (attempt >= 1),
  add column asked_at timestamptz,
  add column ask_count integer not null default 0;

-- A student asks, staff decide; a yes begins the refund in the same transaction.
create table refund_request (
  id uuid primary key, -- the student's client makes it: a repeat finds the same request
  order_no text not null references orders,
  reason text not null check (char_length(reason) between 2 and 200),
  state text not null default 'OPEN' check (state in ('OPEN', 'WITHDRAWN', 'REFUSED', 'APPROVED')),
  asked_at timestamptz not null default app_now(),
  decided_by text,
  decided_at timestamptz,
  decide_reason text,
  check ((state = 'OPEN') = (decided_at is null)),
  check ((state in ('REFUSED', 'APPROVED')) = (decided_by is not null)),
  check ((decided_by is null) = (decide_reason is null))
);
create unique index refund_request_one on refund_request (order_no) where state in ('OPEN', 'APPROVED');
create index refund_request_order on refund_request (order_no);
create index refund_request_state on refund_request (state, asked_at);

-- What the channel says it did on one of its days (Asia/Shanghai); a row of `bill` is a day that was compared.
create table bill (
  channel text not null,
  day date not null,
  fetched_at timestamptz not null default app_now(),
  payments integer not null,
  paid_fen bigint not null,
  refunds integer not null,
  refunded_fen bigint not null,
  primary key (channel, day)
);
create table bill_line (
  channel text not null,
  day date not null,
  kind text not null check (kind in ('PAYMENT', 'REFUND')),
  number text not null, -- ours: of the channel order, or of the refund
  out_trade_no text not null,
  transaction_id text not null,
  amount_fen integer not null check (amount_fen >= 0),
  at timestamptz,
  primary key (channel, day, kind, number),
  foreign key (channel, day) references bill
);
create index bill_line_number on bill_line (number);

-- Where money and books differ: found by the comparison, by the nightly check or in a notification.
-- HEALED: asking the channel again made them agree · RESOLVED: staff did, with a reason.
create table money_difference (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('NOT_BOOKED', 'UNKNOWN_PAYMENT', 'AMOUNT', 'NOT_AT_CHANNEL', 'REFUND_NOT_BOOKED',
    'REFUND_UNKNOWN', 'REFUND_AMOUNT', 'REFUND_NOT_AT_CHANNEL', 'REFUND_STUCK', 'NOTIFICATION', 'RULE')),
  subject text not null, -- the number it is about
  channel text,
  order_no text references orders,
  day date,
  detail jsonb not null,
  found_at timestamptz not null default app_now(),
  tried_at timestamptz, -- when the portal last asked the channel about it by itself
  state text not null default 'OPEN' check (state in ('OPEN', 'HEALED', 'RESOLVED')),
  resolved_by text,
  resolved_at timestamptz,
  resolution text,
  unique (kind, subject),
  check ((state = 'OPEN') = (resolved_at is null)),
  check ((state = 'RESOLVED') = (resolved_by is not null)),
  check (state <> 'RESOLVED' or resolution is not null)
);
create index money_difference_state on money_difference (state, found_at);

-- the nightly check has looked at all money on these days
create table money_check (
  day date primary key,
  at timestamptz not null default app_now(),
  orders bigint not null,
  faults integer not null
);

alter table demo_cashier add column refunded_at timestamptz;

-- What must be true of an order's money whenever a transaction ends (product §4); the nightly check asks the same of
-- all orders, and of signs, which tests make without any.
create function money_fault(no text) returns text language sql stable as $$
  select case
    when o.status = 'PAID' and o.amount_fen > 0 and paid.n <> 1 then 'paid order without its payment'
    when (o.status <> 'PAID' or o.amount_fen = 0) and paid.n > 0 then 'paid payment of an order that is not paid'
    when o.amount_fen <> lines.fen then 'the lines are not the amount'
    when o.status = 'PAID' and lines.unpaid > 0 then 'paid order without its sign'
    when o.status = 'REFUNDING' and lines.unpaid < lines.n then 'sign of money that goes back'
    when (o.status in ('REFUNDING', 'REFUNDED')) <> (asked.n > 0) then 'refunded order without its refund'
    when o.status in ('REFUNDING', 'REFUNDED') and (o.status = 'REFUNDED') <> asked.done then 'order and refund disagree'
    when back.wrong > 0 then 'payment and refund disagree'
  end
  from orders o,
    lateral (select count(*) as n from payment where order_no = o.order_no and status = 'PAID') paid,
    lateral (select count(*) as n, sum(l.amount_fen) as fen,
        count(*) filter (where s.paid_at is null or s.refunded_at is not null) as unpaid
      from order_line l join sign s on s.id = l.sign_id where l.order_no = o.order_no) lines,
    lateral (select count(*) as n, coalesce(bool_or(r.status = 'DONE'), false) as done
      from refund r join payment p using (out_trade_no) where p.order_no = o.order_no and r.reason = 'REQUESTED') asked,
    lateral (select count(*) as wrong from payment p left join refund r using (out_trade_no) where p.order_no = o.order_no
      and case p.status when 'REFUNDING' then r.status is null or r.status = 'DONE'
        when 'REFUNDED' then r.status is distinct from 'DONE' else r.status is not null end) back
  where o.order_no = no
$$;

create function money_adds_up() returns trigger language plpgsql as $$
declare
  nos text[];
  no text;
  fault text;
begin
  if tg_table_name = 'sign' then
    select array_agg(order_no) into nos from order_line where sign_id = new.id and order_status = 'PAID';
  elsif tg_table_name = 'refund' then
    select array_agg(order_no) into nos from payment where out_trade_no = new.out_trade_no;
  else
    nos := array[new.order_no];
  end if;
  foreach no in array coalesce(nos, '{}') loop
    fault := money_fault(no);
    if fault is not null then
      raise exception 'order %: %', no, fault using errcode = 'check_violation';
    end if;
  end loop;
  return null;
end $$;
create constraint trigger orders_add_up after insert or update of status, amount_fen on orders
  deferrable initially deferred for each row execute function money_adds_up();
create constraint trigger payment_adds_up after insert or update of status, order_no on payment
  deferrable initially deferred for each row execute function money_adds_up();
create constraint trigger refund_adds_up after insert or update of status on refund
  deferrable initially deferred for each row execute function money_adds_up();
create constraint trigger sign_adds_up after update of paid_at, refunded_at on sign
  deferrable initially deferred for each row
  when (new.paid_at is null or new.refunded_at is not null) execute function money_adds_up();

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'finance.read'),
  ('SUPER_ADMIN', 'finance.refund'),
  ('SUPER_ADMIN', 'finance.resolve'),
  ('SUPER_ADMIN', 'finance.export'),
  ('FINANCE', 'finance.read'),
  ('FINANCE', 'finance.refund'),
  ('FINANCE', 'finance.resolve'),
  ('FINANCE', 'finance.export'),
  ('AUDITOR', 'finance.read');
