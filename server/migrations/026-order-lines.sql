-- Orders of several lines: an employer pays for several students at once, and what goes back goes back by line
-- (decision 023, docs/employers.md).

-- An employer: made by staff, signs in by its credit code, is never a student and never staff.
create table organisation (
  id uuid primary key, -- the maker's client makes it: a repeat finds the same row
  name text not null check (char_length(name) between 2 and 100),
  credit_code text not null unique check (credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{18}$'),
  contact_name text not null check (char_length(contact_name) between 2 and 30),
  contact_phone text not null check (contact_phone ~ '^[0-9+ -]{7,20}$'),
  password_hash text not null,
  must_change_password boolean not null default true,
  disabled_at timestamptz,
  created_by uuid references staff,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);

-- An order is a student's or an employer's; which courses are paid for stands at each line.
alter table orders
  alter column student_id drop not null,
  add column organisation_id uuid references organisation,
  add constraint orders_owner check (num_nonnulls(student_id, organisation_id) = 1);
create index orders_organisation on orders (organisation_id, created_at desc) where organisation_id is not null;

alter table order_line
  add column position integer not null default 1 check (position between 1 and 9999),
  add column course_ids uuid[], -- sorted: what makes two requests the same order
  add column refunded_at timestamptz; -- this line's money is back
update order_line set course_ids = orders.course_ids,
    refunded_at = case when orders.status = 'REFUNDED' then (select max(done_at) from refund join payment using (out_trade_no)
      where payment.order_no = orders.order_no and refund.reason = 'REQUESTED') end
  from orders where orders.order_no = order_line.order_no;
alter table order_line
  alter column course_ids set not null,
  add constraint order_line_position unique (order_no, position),
  add constraint order_line_amount unique (order_no, sign_id, amount_fen);
alter table orders drop column course_ids;
-- one live order per sign, until the money of its line is back
drop index order_line_one_live;
create unique index order_line_one_live on order_line (sign_id)
  where order_status in ('PENDING', 'PAID', 'REFUNDING') and refunded_at is null;

-- What is asked back is a line's money, once; what came twice or too late goes back whole.
alter table payment add constraint payment_of_order unique (out_trade_no, order_no);
alter table refund
  add column order_no text,
  add column sign_id uuid,
  add constraint refund_of_payment foreign key (out_trade_no, order_no) references payment (out_trade_no, order_no),
  add constraint refund_line check (num_nonnulls(order_no, sign_id) in (0, 2)),
  add constraint refund_line_amount foreign key (order_no, sign_id, amount_fen)
    references order_line (order_no, sign_id, amount_fen);
-- these updates touch nothing that the triggers of migration 017 look at
update refund set order_no = payment.order_no, sign_id = order_line.sign_id
  from payment join order_line using (order_no)
  where payment.out_trade_no = refund.out_trade_no and refund.reason = 'REQUESTED';
alter table refund
  add constraint refund_asked_for check ((reason = 'REQUESTED') = (sign_id is not null)),
  drop constraint refund_whole,
  drop constraint refund_once,
  add column whole_fen integer generated always as (case when sign_id is null then amount_fen end) stored,
  add constraint refund_whole foreign key (out_trade_no, whole_fen) references payment (out_trade_no, amount_fen),
  add constraint refund_once unique nulls not distinct (out_trade_no, sign_id);

-- A refund is asked for by line: by the student, by the employer that paid, or by a member of staff; who asked does not decide.
alter table refund_request
  add column sign_id uuid,
  add column asked_by text; -- staff who opened it; null: whoever the order belongs to
update refund_request set sign_id = order_line.sign_id from order_line where order_line.order_no = refund_request.order_no;
alter table refund_request
  alter column sign_id set not null,
  add constraint refund_request_line foreign key (order_no, sign_id) references order_line (order_no, sign_id),
  add constraint refund_request_second_person check (asked_by is distinct from decided_by or asked_by is null);
drop index refund_request_one;
create unique index refund_request_one on refund_request (order_no, sign_id) where state in ('OPEN', 'APPROVED');

-- the demo cashier gives parts back, too
create table demo_cashier_refund (
  refund_no text primary key,
  out_trade_no text not null references demo_cashier,
  amount_fen integer not null check (amount_fen > 0),
  refunded_at timestamptz not null
);
insert into demo_cashier_refund (refund_no, out_trade_no, amount_fen, refunded_at)
  select 'R' || out_trade_no, out_trade_no, amount_fen, refunded_at from demo_cashier where refunded_at is not null;
alter table demo_cashier drop column refunded_at;

-- As in migration 017, line by line: an order stays paid while one of its lines does.
create or replace function money_fault(no text) returns text language sql stable as $$
  select case
    when o.status = 'PAID' and o.amount_fen > 0 and paid.n <> 1 then 'paid order without its payment'
    when (o.status <> 'PAID' or o.amount_fen = 0) and paid.n > 0 then 'paid payment of an order that is not paid'
    when o.amount_fen <> lines.fen then 'the lines are not the amount'
    when o.status = 'PAID' and lines.unpaid > 0 then 'paid order without its sign'
    when lines.still > 0 then 'sign of money that goes back'
    when lines.disagree > 0 then 'line and refund disagree'
    when lines.back > 0 and o.status in ('PENDING', 'CLOSED') then 'refund of an order that was not paid'
    when (o.status in ('REFUNDING', 'REFUNDED')) <> (lines.back = lines.n) then 'refunded order without its refund'
    when o.status in ('REFUNDING', 'REFUNDED') and (o.status = 'REFUNDED') <> (lines.done = lines.n)
      then 'order and refund disagree'
    when money.wrong > 0 then 'payment and refund disagree'
  end
  from orders o,
    lateral (select count(*) as n from payment where order_no = o.order_no and status = 'PAID') paid,
    lateral (select count(*) as n, sum(l.amount_fen) as fen,
        count(*) filter (where r.refund_no is null and (s.paid_at is null or s.refunded_at is not null)) as unpaid,
        count(*) filter (where r.status <> 'DONE' and s.paid_at is not null and s.refunded_at is null) as still,
        count(*) filter (where (l.refunded_at is not null) <> (r.status is not distinct from 'DONE')) as disagree,
        count(r.refund_no) as back, count(*) filter (where r.status = 'DONE') as done
      from order_line l join sign s on s.id = l.sign_id
        left join refund r on r.order_no = l.order_no and r.sign_id = l.sign_id
      where l.order_no = o.order_no) lines,
    lateral (select count(*) as wrong from payment p, lateral (
        select count(*) filter (where sign_id is null) as whole, count(sign_id) as parts,
          count(*) filter (where status = 'DONE') as done from refund where out_trade_no = p.out_trade_no) b
      where p.order_no = o.order_no and (b.whole > 0 and b.parts > 0 or case p.status
        when 'REFUNDING' then b.whole + b.parts < case b.whole when 0 then lines.n else 1 end or b.done = b.whole + b.parts
        when 'REFUNDED' then b.done = 0 or b.done < case b.whole when 0 then lines.n else 1 end
        when 'PAID' then b.whole > 0 or b.parts = lines.n
        else b.whole + b.parts > 0 end)) money
  where o.order_no = no
$$;
