-- The console's home counts what waits, for everybody who opens it: each queue by its own small index.
create index reduction_sample on reduction (submitted_at) where sample = 'PENDING';
create index capture_review_open on capture_review (proposed_at) where decision is null;
create index student_merge_undecided on student_merge (proposed_at) where decision is null;
create index orders_given_back on orders (order_no) where status in ('REFUNDING', 'REFUNDED');
