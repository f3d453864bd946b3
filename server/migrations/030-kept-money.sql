-- What of an order's money is kept: the lines that were paid and not given back, said once. A refund that has begun is not kept.
create view kept_line as
  select line.order_no, line.sign_id, line.amount_fen from order_line line
  where line.order_status = 'PAID'
    and not exists (select from refund where refund.order_no = line.order_no and refund.sign_id = line.sign_id);

create or replace function order_kept_fen(no text) returns bigint language sql stable as $$
  select coalesce(sum(amount_fen), 0) from kept_line where order_no = no
$$;
