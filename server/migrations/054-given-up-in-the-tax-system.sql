-- An application that staff had exported or numbered may be an invoice in the tax system by the time it is given up (decision 018): OPEN until
-- staff say what became of it there.
alter table invoice
  add column tax_state text check (tax_state in ('OPEN', 'RED', 'VOIDED', 'NEVER_ISSUED'));

-- those of another day, frozen as they are
alter table invoice disable trigger invoice_kept;
update invoice set tax_state = 'OPEN' where state = 'FAILED' and withdrawn_at is null and (invoice_no is not null
  or exported_at is not null and fail_reason in ('订单已退款，不再开票', '订单中有一部分已退款，请按现在的金额重新申请'));
alter table invoice enable trigger invoice_kept;

do $$
declare
  rule text;
begin
  -- a red number may stand on what never was an invoice here
  select conname into strict rule from pg_constraint
    where conrelid = 'invoice'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%num_nonnulls(reversed_at%';
  execute format('alter table invoice drop constraint %I', rule);
end $$;
alter table invoice
  drop constraint invoice_invoice_no_key,
  add constraint invoice_given_up check (tax_state is null or (state = 'FAILED' and withdrawn_at is null)),
  add constraint invoice_reversal check (num_nonnulls(reversed_at, reverse_reason) in (0, 2)
    and (red_no is not null) = (state = 'REVERSED' or tax_state is not distinct from 'RED'));
-- a number that the tax office never gave may stand on the next
create unique index invoice_number_one on invoice (invoice_no) where tax_state is distinct from 'NEVER_ISSUED';
create index invoice_tax_open on invoice (created_at) where tax_state = 'OPEN';

-- As before; but what was given up gets, once, the word of what became of it in the tax system.
create or replace function keep_invoice() returns trigger language plpgsql as $$
begin
  if row(new.apply_no, new.order_no, new.amount_fen, new.title_type, new.title, new.tax_no, new.replaces_id, new.created_at)
    is distinct from row(old.apply_no, old.order_no, old.amount_fen, old.title_type, old.title, old.tax_no, old.replaces_id, old.created_at)
    or old.state in ('FAILED', 'REVERSED') and (old.tax_state is distinct from 'OPEN'
      -- `original` is worked out after this
      or to_jsonb(new) - array['tax_state', 'red_no', 'original'] is distinct from to_jsonb(old) - array['tax_state', 'red_no', 'original'])
    or old.state = 'ISSUED' and (new.state not in ('ISSUED', 'REVERSED')
      or row(new.invoice_no, new.file_id, new.issued_at) is distinct from row(old.invoice_no, old.file_id, old.issued_at)) then
    raise exception 'an invoice is reversed, not changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
