-- An invoice's file is read, and given to the application whose content it has (decision 078).
alter table invoice
  drop constraint invoice_email_check,
  alter column email set default '',
  add constraint invoice_email_check check (email = '' or char_length(email) between 5 and 100),
  add column invoice_code text check (invoice_code ~ '^\d{10,12}$'), -- 发票代码, on forms from before the fully digital ones
  add column dated_on date, -- 开票日期, as the invoice says
  add column file_sha256 bytea, -- of its file: the same bytes are no second invoice
  add column check_way text check (check_way in ('READ', 'ACCEPTED', 'TYPED')), -- null: issued before files were read
  add column check_note text check (char_length(check_note) between 2 and 200), -- why staff took it otherwise than by its content alone
  add column red_file_id uuid unique references file,
  add constraint invoice_checked check ((check_note is not null) = (check_way is not null and check_way <> 'READ')),
  add constraint invoice_checked_file check (check_way is null or (file_sha256 is not null and invoice_no is not null and dated_on is not null)),
  add constraint invoice_red_file check (red_file_id is null or red_no is not null);
alter table invoice_change
  drop constraint invoice_change_email_check,
  alter column email set default '',
  add constraint invoice_change_email_check check (email = '' or char_length(email) between 5 and 100);

-- What was issued before stays as it is; of bytes that two invoices have, the first keeps them.
alter table invoice disable trigger invoice_kept;
update invoice set file_sha256 = first.sha256
  from (select distinct on (file.sha256) invoice.id, file.sha256 from invoice join file on file.id = invoice.file_id
    order by file.sha256, invoice.issued_at, invoice.id) first
  where invoice.id = first.id;
alter table invoice enable trigger invoice_kept;
create unique index invoice_bytes_one on invoice (file_sha256);
-- the forms before had 8 digits, and a code with them
drop index invoice_number_one;
create unique index invoice_number_one on invoice (invoice_no, coalesce(invoice_code, ''))
  where tax_state is distinct from 'NEVER_ISSUED';

create or replace function keep_invoice() returns trigger language plpgsql as $$
begin
  if row(new.apply_no, new.order_no, new.amount_fen, new.title_type, new.title, new.tax_no, new.replaces_id, new.created_at)
    is distinct from row(old.apply_no, old.order_no, old.amount_fen, old.title_type, old.title, old.tax_no, old.replaces_id, old.created_at)
    or old.state in ('FAILED', 'REVERSED') and (old.tax_state is distinct from 'OPEN'
      -- `original` is worked out after this
      or to_jsonb(new) - array['tax_state', 'red_no', 'red_file_id', 'original']
        is distinct from to_jsonb(old) - array['tax_state', 'red_no', 'red_file_id', 'original'])
    or old.state = 'ISSUED' and (new.state not in ('ISSUED', 'REVERSED')
      or row(new.invoice_no, new.invoice_code, new.dated_on, new.file_id, new.file_sha256, new.issued_at, new.check_way, new.check_note)
        is distinct from row(old.invoice_no, old.invoice_code, old.dated_on, old.file_id, old.file_sha256, old.issued_at, old.check_way, old.check_note)) then
    raise exception 'an invoice is reversed, not changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A title as it is looked for: whatever its brackets, spaces and capitals, and without the tax system's word that it is a person's.
create function invoice_title_key(title text) returns text language sql immutable parallel safe as $$
  select upper(regexp_replace(translate(regexp_replace(normalize(title, NFKC), '\s', '', 'g'), '〔【［[{〈《〕】］]}〉》', '((((((()))))))'),
    '\(个人\)$', ''))
$$;
create index invoice_open_title on invoice (invoice_title_key(title)) where state in ('PENDING', 'ISSUING');
create index invoice_open_tax_no on invoice (tax_no) where state in ('PENDING', 'ISSUING');

-- What an uploaded file says: read once, however often it is compared.
create table invoice_reading (
  file_id uuid primary key references file,
  reading jsonb not null,
  read_at timestamptz not null default app_now()
);
-- it goes with the content of the file: it names people
create function forget_reading() returns trigger language plpgsql as $$
begin
  delete from invoice_reading where file_id = new.id;
  return null;
end $$;
create trigger file_reading_forgotten after update of deleted_at on file
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function forget_reading();

-- What is sent with a message by e-mail.
alter table message add column file_id uuid references file;
