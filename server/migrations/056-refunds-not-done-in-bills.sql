-- WeChat's bill has a refund on the day on which it was asked for, also one that is still on its way, or stuck (退款状态): the
-- channel knows of it – no later bill has it again – but has given nothing.
alter table bill_line
  add column done boolean not null default true,
  add check (done or kind = 'REFUND');
