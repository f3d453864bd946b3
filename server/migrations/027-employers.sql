-- Employers: their sessions, whom they invite, their lists, their invoices (docs/employers.md).

create table organisation_session (
  token_hash bytea primary key,
  organisation_id uuid not null references organisation,
  created_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now(),
  revoked_at timestamptz
);
create index organisation_session_of on organisation_session (organisation_id) where revoked_at is null;

-- An employer names somebody; nobody is looked up for it. Who signs in with this name and number finds it and answers:
-- only from then on there is a student in it.
create table organisation_invitation (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  plan_id uuid not null references plan,
  name text not null check (char_length(name) between 2 and 30),
  id_no text check (char_length(id_no) between 5 and 30),
  certificate_no text check (certificate_no ~ '^[0-9A-Z]{6,30}$'),
  state text not null default 'INVITED' check (state in ('INVITED', 'CONFIRMED', 'DECLINED', 'WITHDRAWN')),
  student_id uuid references student,
  course_ids uuid[], -- what the student chose, sorted
  told_at timestamptz, -- the student has a message about it
  created_at timestamptz not null default app_now(),
  answered_at timestamptz,
  check (state = 'WITHDRAWN' or num_nonnulls(id_no, certificate_no) > 0 or student_id is not null),
  check ((state in ('CONFIRMED', 'DECLINED')) <= (student_id is not null and answered_at is not null)),
  check ((state = 'CONFIRMED') <= (course_ids is not null))
);
-- an employer names a person once a year, and a student agrees to one employer a year
create unique index organisation_invitation_id_no on organisation_invitation (organisation_id, plan_id, id_no)
  where state <> 'WITHDRAWN';
create unique index organisation_invitation_certificate on organisation_invitation (organisation_id, plan_id, certificate_no)
  where state <> 'WITHDRAWN';
create unique index organisation_invitation_confirmed on organisation_invitation (plan_id, student_id)
  where state = 'CONFIRMED';
create index organisation_invitation_by_id_no on organisation_invitation (id_no) where state = 'INVITED';
create index organisation_invitation_by_certificate on organisation_invitation (certificate_no) where state = 'INVITED';
create index organisation_invitation_student on organisation_invitation (student_id);

create table organisation_import (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  plan_id uuid not null references plan,
  file_name text not null,
  wanted_mapping jsonb,
  state text not null check (state in ('MAPPING', 'CHECKED', 'DONE')),
  columns jsonb not null default '[]',
  mapping jsonb not null default '[]',
  total integer not null default 0,
  digest text not null, -- of file and mapping: a repeat with another is another import
  created_at timestamptz not null default app_now(),
  touched_at timestamptz not null default app_now()
);
create index organisation_import_created on organisation_import (created_at);
create table organisation_import_row (
  import_id uuid not null references organisation_import on delete cascade,
  no integer not null,
  action text not null check (action in ('CREATE', 'SAME', 'REFUSE')),
  label text not null, -- numbers only masked
  content jsonb,
  problems jsonb not null default '[]',
  primary key (import_id, no),
  check (action <> 'CREATE' or content is not null)
);

-- What is kept of an order's money: an invoice is of that. Nothing, unless the order is paid.
create function order_kept_fen(no text) returns bigint language sql stable as $$
  select coalesce(sum(line.amount_fen), 0) from order_line line
  where line.order_no = no and line.order_status = 'PAID'
    and not exists (select from refund where refund.order_no = line.order_no and refund.sign_id = line.sign_id)
$$;

do $$
declare
  rule text;
begin
  -- an invoice is no longer always of the whole order
  select conname into strict rule from pg_constraint
    where conrelid = 'invoice'::regclass and confrelid = 'orders'::regclass and contype = 'f';
  execute format('alter table invoice drop constraint %I', rule);
end $$;
alter table invoice add constraint invoice_order_no_fkey foreign key (order_no) references orders;

create or replace function require_paid_order() returns trigger language plpgsql as $$
begin
  -- shared: a refund that begins meanwhile waits, or is seen here
  perform from orders where order_no = new.order_no and status = 'PAID' for share;
  if not found or order_kept_fen(new.order_no) <> new.amount_fen then
    raise exception 'the order of this invoice is not paid, or another sum of it is kept' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'organisation.read'),
  ('SUPER_ADMIN', 'organisation.manage'),
  ('FINANCE', 'organisation.read'),
  ('ACADEMIC', 'organisation.read'),
  ('ACADEMIC', 'organisation.manage'),
  ('AUDITOR', 'organisation.read')
  on conflict do nothing;
