-- The night's check of all money (docs/measurements.md, a province of five years): a function is called for each order, what a view
-- asks is planned once for all of them. The rules are those of migration 031, word for word; one order's are read from the same view.

create view order_fault as
  select o.order_no, case
    when open.n <> case o.status when 'PENDING' then 1 else 0 end then 'open order and open payment disagree'
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
  end as fault
  from orders o,
    lateral (select count(*) as n from payment where order_no = o.order_no and status = 'CREATED') open,
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
        else b.whole + b.parts > 0 end)) money;

create or replace function money_fault(no text) returns text language sql stable as $$
  select fault from order_fault where order_no = no
$$;
