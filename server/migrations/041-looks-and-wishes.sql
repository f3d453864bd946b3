-- What jobs read again and again (docs/measurements.md), and wishes for another invoice that were taken back.

-- Decision 038: what "begun" means is said here alone. A function is called for each row; what a view asks is planned once for all of them,
-- and the look for who is still to be moved asks it of everybody who has an older version. Chosen, and nothing of it begun (decision 009):
create view sign_course_unbegun as
  select chosen.id, chosen.sign_id, chosen.course_version_id from sign_course chosen
  where not exists (select from evaluation where sign_course_id = chosen.id)
    and not exists (select from play_session where sign_course_id = chosen.id)
    and not exists (select from lesson_progress where sign_course_id = chosen.id)
    and not exists (select from attempt where sign_course_id = chosen.id);

-- the same of one; what is not there was not begun
create or replace function sign_course_begun(chosen uuid) returns boolean language sql stable as $$
  select exists (select from sign_course where id = chosen)
    and not exists (select from sign_course_unbegun where id = chosen)
$$;

-- From which day on a channel's bills are missed: its first payment was looked for in all payments of all years.
create index payment_of_channel on payment (channel, created_at);

-- A wish for another invoice (换开) that whoever asked took back stays in the books, as an application does (decision 018); of one invoice one
-- wish stands.
alter table invoice_change
  drop constraint invoice_change_pkey,
  add id uuid primary key default gen_random_uuid(),
  add withdrawn_at timestamptz;
create unique index invoice_change_one on invoice_change (invoice_id) where withdrawn_at is null;
create index invoice_change_asked on invoice_change (invoice_id, asked_at);
create or replace view invoice_to_reverse as
  select invoice.id, invoice.issued_at from invoice_change join invoice on invoice.id = invoice_change.invoice_id
    where invoice.state = 'ISSUED' and invoice_change.withdrawn_at is null
  union
  select invoice.id, invoice.issued_at from refund join invoice on invoice.order_no = refund.order_no
    where invoice.state = 'ISSUED' and order_kept_fen(invoice.order_no) <> invoice.amount_fen;
