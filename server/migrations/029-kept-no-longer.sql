-- What was kept longer than it serves anybody.

-- The first rows of a list help to say which column is what. Afterwards its report holds the titles alone.
update roster_import set columns = (
  select coalesce(jsonb_agg(jsonb_build_object('title', one ->> 'title', 'samples', '[]'::jsonb) order by place), '[]')
  from jsonb_array_elements(columns) with ordinality as every (one, place))
  where state not in ('READING', 'MAPPING');
update organisation_import set columns = (
  select coalesce(jsonb_agg(jsonb_build_object('title', one ->> 'title', 'samples', '[]'::jsonb) order by place), '[]')
  from jsonb_array_elements(columns) with ordinality as every (one, place))
  where state <> 'MAPPING';
alter table roster_import add constraint roster_import_no_samples
  check (state in ('READING', 'MAPPING') or not jsonb_path_exists(columns, '$[*].samples[*]'));
alter table organisation_import add constraint organisation_import_no_samples
  check (state = 'MAPPING' or not jsonb_path_exists(columns, '$[*].samples[*]'));

-- Issued invoices that must be reversed, whether their student wants another or money of their order went back. Two small
-- sets, each by its index, instead of all that was ever issued.
create index refund_of_line on refund (order_no, sign_id);
drop index orders_given_back;
create view invoice_to_reverse as
  select invoice.id, invoice.issued_at from invoice_change join invoice on invoice.id = invoice_change.invoice_id
    where invoice.state = 'ISSUED'
  union
  select invoice.id, invoice.issued_at from refund join invoice on invoice.order_no = refund.order_no
    where invoice.state = 'ISSUED' and order_kept_fen(invoice.order_no) <> invoice.amount_fen;

-- Numbers of people that a batch of proofs was asked for by go with its file; a batch that failed has what was begun of one.
update proof_print set wish = wish - 'numbers', missing = '{}' where removed_at is not null;
drop index proof_print_there;
create index proof_print_there on proof_print (created_at) where state <> 'WORKING' and removed_at is null;
