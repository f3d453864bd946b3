-- A refund ends the application for an invoice in its own transaction. What refunds of before have left to a job is ended here, as the job did;
-- a closed account is told nothing.
with given_up as (
  update invoice set state = 'FAILED', failed_at = app_now(), fail_reason = case when order_kept_fen(order_no) > 0
      then '订单中有一部分已退款，请按现在的金额重新申请' else '订单已退款，不再开票' end
    where state in ('PENDING', 'ISSUING') and order_kept_fen(order_no) <> amount_fen
    returning id, apply_no, order_no, title, fail_reason
), logged as (
  insert into audit_log (actor, action, subject, detail)
    select 'system', 'invoice.failed', id::text, jsonb_build_object('applyNo', apply_no, 'orderNo', order_no, 'reason', fail_reason)
    from given_up
), told as (
  insert into message (student_id, kind, event, title, body, link)
    select student.id, 'INVOICE', 'invoice.failed:' || given_up.id, '发票申请被退回',
      '“' || (select string_agg(distinct line.title, '、' order by line.title) from order_line line where line.order_no = given_up.order_no)
        || '”的发票（抬头：' || given_up.title || '）没有开具。原因：' || fail_reason, '/system/invoices/' || given_up.id
    from given_up join orders using (order_no) join student on student.id = orders.student_id
    where student.closed_at is null
    on conflict (student_id, event) do nothing
    returning id, student_id
)
insert into message_delivery (message_id, student_id, channel)
  select told.id, student_id, channel from told join message_consent using (student_id);

-- And from now on there is none: when the transaction of a refund ends, what is asked for is what is kept.
create function refuse_refunded_application() returns trigger language plpgsql as $$
begin
  if exists (select from invoice where order_no = new.order_no and state in ('PENDING', 'ISSUING')
    and amount_fen <> order_kept_fen(order_no)) then
    raise exception 'an invoice is asked for money that goes back' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger refund_ends_application after insert on refund deferrable initially deferred
  for each row when (new.order_no is not null) execute function refuse_refunded_application();
