-- Money is income of the day on which its channel took it (decision 080): of orders paid before this, the channel's time is that of their payment.
update orders set paid_at = payment.paid_at
  from payment
  where payment.order_no = orders.order_no and orders.paid_at is not null and payment.status in ('PAID', 'REFUNDING', 'REFUNDED')
    -- what came a second time or too late did not pay it
    and not exists (select from refund where refund.out_trade_no = payment.out_trade_no and refund.reason <> 'REQUESTED')
    and payment.paid_at < orders.paid_at and payment.paid_at >= payment.created_at - interval '10 minutes';

-- CHANNEL_TIME: a channel's time that cannot be true.
do $$
declare
  rule text;
begin
  select pg_get_constraintdef(oid) into strict rule from pg_constraint where conname = 'money_difference_kind_check';
  execute format('alter table money_difference drop constraint money_difference_kind_check, add constraint money_difference_kind_check %s',
    replace(rule, 'ARRAY[', 'ARRAY[''CHANNEL_TIME''::text, '));
end $$;

-- Sums of a year's money by channel and day.
create index payment_paid_at on payment (paid_at) where paid_at is not null;
create index refund_done_at on refund (done_at) where done_at is not null;
