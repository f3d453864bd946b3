-- Privacy: a copy of one's own data, requests to correct what is locked, closing one's account; how long what is kept.

-- An account is closed because it was merged into another, or because its student wished it: then what nothing needs is erased.
alter table student
  add erased_at timestamptz,
  drop constraint student_check,
  add constraint student_closed check ((closed_at is null) = (merged_into is null and erased_at is null)),
  drop constraint student_phone_check,
  add constraint student_phone_check check (phone ~ '^1[3-9][0-9]{9}$' or erased_at is not null and phone = ''),
  drop constraint student_certificate_no_check,
  add constraint student_certificate_no_check check (certificate_no ~ '^[0-9A-Za-z]{6,30}$' or erased_at is not null and certificate_no = ''),
  -- what an erased account never holds
  add constraint student_erased check (erased_at is null or phone = '' and num_nonnulls(gender, education, school, major, employer,
    employer_credit_code, registration_no, registration_valid_to, practice_scope, city, address, email, avatar_file_id) = 0);
create index student_erased_at on student (erased_at) where erased_at is not null;

-- as 012 has it, and whoever closes the account is waited for: nothing slips in between its check and its end
create or replace function refuse_closed_student() returns trigger language plpgsql as $$
begin
  perform from student where id = new.student_id and closed_at is null for key share;
  if not found then
    raise exception 'this account is closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What a student asks staff to correct; staff look at it and decide.
create table correction_request (
  id uuid primary key,              -- made by the client: a repeat finds the same
  student_id uuid not null references student,
  field text not null check (field in ('NAME', 'ID_NO', 'CERTIFICATE_NO')),
  id_type text check (id_type in ('ID_CARD', 'HK_MO_TW', 'PASSPORT')),
  wanted text not null check (char_length(wanted) between 2 and 40),
  reason text not null check (char_length(reason) between 2 and 200),
  file_id uuid references file,
  asked_at timestamptz not null default app_now(),
  state text not null default 'OPEN' check (state in ('OPEN', 'APPROVED', 'REFUSED', 'WITHDRAWN')),
  settled_at timestamptz,
  decided_by uuid references staff,
  note text not null default '',
  check ((field = 'ID_NO') = (id_type is not null)),
  check ((state = 'OPEN') = (settled_at is null)),
  check ((state in ('APPROVED', 'REFUSED')) = (decided_by is not null)),
  check (state <> 'REFUSED' or note <> '')
);
create unique index correction_request_open on correction_request (student_id, field) where state = 'OPEN';
create index correction_request_queue on correction_request (state, asked_at);
create index correction_request_student on correction_request (student_id, asked_at desc);
create index correction_request_file on correction_request (file_id);

-- A copy of all that is kept about a student, made by a job, downloaded, and deleted on its day.
create table data_export (
  id uuid primary key,              -- made by the client
  student_id uuid not null references student,
  asked_at timestamptz not null default app_now(),
  state text not null default 'ASKED' check (state in ('ASKED', 'READY', 'FAILED')),
  claim integer not null default 0, -- grows with each process that takes it up: only the newest may finish it
  claimed_at timestamptz,
  settled_at timestamptz,
  file_id uuid unique references file,
  check ((state = 'ASKED') = (settled_at is null)),
  check ((state = 'READY') = (file_id is not null))
);
create unique index data_export_one on data_export (student_id) where state = 'ASKED';
create index data_export_student on data_export (student_id, asked_at desc);

-- A student's wish to close the account: carried out on its day, unless it is taken back.
create table account_closing (
  id uuid primary key,              -- made by the client
  student_id uuid not null references student,
  asked_at timestamptz not null default app_now(),
  due_at timestamptz not null,
  held text,                        -- what was still open on its day; looked at again a day later
  cancelled_at timestamptz,
  done_at timestamptz,
  outcome jsonb,                    -- counts of what was erased, nothing of the person
  check (num_nonnulls(cancelled_at, done_at) <= 1),
  check ((done_at is null) = (outcome is null)),
  check (due_at > asked_at)
);
create unique index account_closing_open on account_closing (student_id) where cancelled_at is null and done_at is null;
create index account_closing_due on account_closing (due_at) where cancelled_at is null and done_at is null;

-- How long is kept what stands in `setting`; here, what each night's run took away.
create table retention_run (
  rule text not null,
  day date not null,
  keep_days integer,
  removed integer not null default 0 check (removed >= 0),
  started_at timestamptz not null default app_now(),
  finished_at timestamptz,
  primary key (rule, day)
);
-- the law's floor for the security log (Cybersecurity Law, article 21): whoever writes the setting
alter table setting add constraint setting_security_log
  check (key <> 'retention.securityLogDays' or jsonb_typeof(value) = 'number' and value::text::numeric >= 180);
create index security_log_at on security_log (at);

alter table message
  drop constraint message_kind_check,
  add constraint message_kind_check check (kind in ('PAYMENT', 'INVOICE', 'REVIEW', 'PROOF', 'DEADLINE', 'ACCOUNT'));

-- one purpose more, beside whatever purposes there are by now
do $$
declare rule text;
begin
  select pg_get_constraintdef(oid) into strict rule from pg_constraint where conname = 'file_purpose_check';
  execute format('alter table file drop constraint file_purpose_check, add constraint file_purpose_check %s',
    replace(rule, 'ARRAY[', 'ARRAY[''EXPORT''::text, '));
end $$;

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'retention.read'),
  ('SUPER_ADMIN', 'retention.edit'),
  ('AUDITOR', 'retention.read');
