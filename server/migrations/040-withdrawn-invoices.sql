-- An application that waited was taken back by whoever asked (decision 018): FAILED as one that staff gave back, so that the order has none
-- that stands, but by their own will.
alter table invoice
  add column withdrawn_at timestamptz,
  add constraint invoice_withdrawn check (withdrawn_at is null or (state = 'FAILED' and withdrawn_at = failed_at));
