-- Found on a province of five years (docs/measurements.md): what read a whole table for a page or a figure of it.

-- The exam desk: what ended in the last day, or on a day. It read all attempts of all years.
create index attempt_ended on attempt (submitted_at desc, id) where submitted_at is not null;

-- The finance desk's first page and any page of some days: all orders were sorted by their moment.
create index orders_newest on orders (created_at desc, order_no desc);

-- The finance desk by a number or its beginning; the unique indexes serve the beginning only where the collation is plain "C".
create index orders_number on orders (order_no text_pattern_ops);
create index payment_number on payment (out_trade_no text_pattern_ops);
create index payment_transaction on payment (transaction_id text_pattern_ops) where transaction_id is not null;

-- The invoice desk without a state: the newest of all.
create index invoice_newest on invoice (created_at desc, apply_no desc);

-- A plan's page says how many chose each of its courses, and a course that leaves a plan asks whether anybody did.
create index sign_course_plan_course on sign_course (plan_course_id);
