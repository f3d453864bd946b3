-- The finance desk finds orders by the day they were paid on: that is the day the channel's bill has them.
create index orders_paid on orders (paid_at) where paid_at is not null;
