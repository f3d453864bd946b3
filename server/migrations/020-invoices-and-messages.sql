-- In-portal messages: what a student is told, written in the transaction of what it tells of.
create table message (
  id uuid primary key default gen_random_uuid(),
  student_id uuid not null references student,
  kind text not null check (kind in ('PAYMENT', 'INVOICE', 'REVIEW', 'PROOF', 'DEADLINE')),
  event text not null check (char_length(event) between 1 and 200), -- what happened, by name: told once
  title text not null check (char_length(title) between 1 and 60),
  body text not null check (char_length(body) <= 500),
  link text check (link ~ '^/[a-z]'), -- a page of the portal
  created_at timestamptz not null default app_now(),
  read_at timestamptz,
  unique (student_id, event)
);
create index message_student on message (student_id, created_at desc, id desc);
create index message_unread on message (student_id) where read_at is null;
create index message_created on message (created_at);

-- What went out of the portal besides, by e-mail or SMS; empty where no provider is configured.
create table message_delivery (
  message_id uuid not null references message on delete cascade,
  channel text not null,
  tries integer not null default 1 check (tries >= 1),
  tried_at timestamptz not null default app_now(),
  sent_at timestamptz,
  primary key (message_id, channel)
);

-- E-invoices asked for one paid order. Its owner is the order's student, whoever that is by now.
do $$
begin
  -- payments may have brought it
  if not exists (select from pg_constraint where conname = 'orders_amount') then
    alter table orders add constraint orders_invoiced_amount unique (order_no, amount_fen);
  end if;
end $$;
create sequence invoice_number;
create table invoice (
  id uuid primary key default gen_random_uuid(),
  apply_no text not null unique check (apply_no ~ '^FP\d{14}$'),
  order_no text not null,
  amount_fen integer not null check (amount_fen > 0), -- what was paid, to the fen
  state text not null default 'PENDING' check (state in ('PENDING', 'ISSUING', 'ISSUED', 'FAILED', 'REVERSED')),
  title_type text not null check (title_type in ('PERSONAL', 'COMPANY', 'INSTITUTION')),
  title text not null check (char_length(title) between 2 and 100),
  tax_no text check (tax_no ~ '^[0-9A-HJ-NPQRTUWXY]{18}$'),
  email text not null check (char_length(email) between 5 and 100),
  remark text not null default '' check (char_length(remark) <= 100),
  replaces_id uuid references invoice, -- the one that was red-reversed before
  original boolean not null generated always as (replaces_id is null) stored,
  invoice_no text unique check (invoice_no ~ '^\d{8,20}$'),
  file_id uuid unique references file,
  exported_at timestamptz,
  issued_at timestamptz,
  issued_by uuid references staff,
  failed_at timestamptz,
  fail_reason text,
  red_no text unique check (red_no ~ '^\d{8,20}$'),
  reversed_at timestamptz,
  reverse_reason text,
  created_at timestamptz not null default app_now(),
  unique (id, original),
  foreign key (order_no, amount_fen) references orders (order_no, amount_fen),
  check (title_type = 'PERSONAL' or title_type = 'INSTITUTION' or tax_no is not null),
  check (title_type <> 'PERSONAL' or tax_no is null),
  check ((state in ('ISSUED', 'REVERSED')) = (issued_at is not null)),
  check (num_nonnulls(issued_at, issued_by, file_id) in (0, 3)),
  check ((state = 'FAILED') = (failed_at is not null)),
  check ((failed_at is null) = (fail_reason is null)),
  check ((state = 'REVERSED') = (reversed_at is not null)),
  check (num_nonnulls(reversed_at, reverse_reason, red_no) in (0, 3))
);
create unique index invoice_one_live on invoice (order_no) where state in ('PENDING', 'ISSUING', 'ISSUED');
create unique index invoice_replaces on invoice (replaces_id) where state <> 'FAILED';
create index invoice_order on invoice (order_no, created_at desc);
create index invoice_queue on invoice (state, created_at, id);

-- An invoice is asked for, and issued, only while its order is paid.
create function require_paid_order() returns trigger language plpgsql as $$
begin
  -- shared: a refund that begins meanwhile waits, or is seen here
  perform from orders where order_no = new.order_no and status = 'PAID' for share;
  if not found then
    raise exception 'the order of this invoice is not paid' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger invoice_of_paid_order before insert on invoice
  for each row execute function require_paid_order();
create trigger invoice_issued_for_paid_order before update on invoice
  for each row when (new.state = 'ISSUED' and old.state <> 'ISSUED') execute function require_paid_order();

-- What stands on an issued invoice, and what was asked for, is never changed: it is reversed, and asked for anew.
create function keep_invoice() returns trigger language plpgsql as $$
begin
  if row(new.apply_no, new.order_no, new.amount_fen, new.title_type, new.title, new.tax_no, new.replaces_id, new.created_at)
    is distinct from row(old.apply_no, old.order_no, old.amount_fen, old.title_type, old.title, old.tax_no, old.replaces_id, old.created_at)
    or old.state in ('FAILED', 'REVERSED')
    or old.state = 'ISSUED' and (new.state not in ('ISSUED', 'REVERSED')
      or row(new.invoice_no, new.file_id, new.issued_at) is distinct from row(old.invoice_no, old.file_id, old.issued_at)) then
    raise exception 'an invoice is reversed, not changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger invoice_kept before update on invoice for each row execute function keep_invoice();

-- The one change of an issued invoice: what is to stand on the new one, once staff have reversed the old.
create table invoice_change (
  invoice_id uuid primary key,
  original boolean not null default true check (original), -- the new one is not changed again
  title_type text not null check (title_type in ('PERSONAL', 'COMPANY', 'INSTITUTION')),
  title text not null check (char_length(title) between 2 and 100),
  tax_no text check (tax_no ~ '^[0-9A-HJ-NPQRTUWXY]{18}$'),
  email text not null check (char_length(email) between 5 and 100),
  remark text not null default '' check (char_length(remark) <= 100),
  reason text not null check (char_length(reason) between 2 and 200),
  asked_at timestamptz not null default app_now(),
  foreign key (invoice_id, original) references invoice (id, original),
  check (title_type = 'PERSONAL' or title_type = 'INSTITUTION' or tax_no is not null),
  check (title_type <> 'PERSONAL' or tax_no is null)
);

-- Titles a student keeps for the next time.
create table invoice_title (
  id uuid primary key default gen_random_uuid(),
  student_id uuid not null references student,
  title_type text not null check (title_type in ('PERSONAL', 'COMPANY', 'INSTITUTION')),
  title text not null check (char_length(title) between 2 and 100),
  tax_no text check (tax_no ~ '^[0-9A-HJ-NPQRTUWXY]{18}$'),
  used_at timestamptz not null default app_now(),
  check (title_type = 'PERSONAL' or title_type = 'INSTITUTION' or tax_no is not null),
  check (title_type <> 'PERSONAL' or tax_no is null)
);
create unique index invoice_title_one on invoice_title (student_id, title_type, title, coalesce(tax_no, ''));

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'invoice.read'),
  ('SUPER_ADMIN', 'invoice.issue'),
  ('FINANCE', 'invoice.read'),
  ('FINANCE', 'invoice.issue'),
  ('AUDITOR', 'invoice.read')
  on conflict do nothing;

-- one purpose more, beside whatever purposes there are by now
do $$
declare
  holder text;
  rule text;
begin
  foreach holder in array array['file', 'upload'] loop
    select pg_get_constraintdef(oid) into strict rule from pg_constraint where conname = holder || '_purpose_check';
    execute format('alter table %I drop constraint %I, add constraint %I %s', holder, holder || '_purpose_check',
      holder || '_purpose_check', replace(rule, 'ARRAY[', 'ARRAY[''INVOICE''::text, '));
  end loop;
end $$;
