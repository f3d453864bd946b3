-- The clock, settings, files, people and their sessions.

-- All rules take time from app_now(); only seeds and tests may set the shift (production refuses one).
create table app_clock (
  only_row boolean primary key default true check (only_row),
  shift interval not null default '0'
);
insert into app_clock default values;

create function app_now() returns timestamptz language sql volatile parallel safe
  as $$ select clock_timestamp() + shift from app_clock $$;

-- The training year and the day turn at midnight in Shanghai, whatever the server's zone.
create function shanghai_date(at timestamptz) returns date language sql immutable parallel safe
  as $$ select (at at time zone 'Asia/Shanghai')::date $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

-- Figures the association may set differently; code holds only the name of each.
create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default app_now()
);

create table file (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid,
  purpose text not null check (purpose in ('AVATAR', 'EVIDENCE', 'CAPTURE', 'LESSON', 'COVER')),
  storage_key text not null unique,
  name text not null,
  mime text not null,
  size bigint not null check (size >= 0),
  sha256 bytea not null,
  created_at timestamptz not null default app_now(),
  delete_due_at timestamptz,
  deleted_at timestamptz -- the content is gone; the row stays for what points to it
);
create index file_due on file (delete_due_at) where deleted_at is null;
create index file_owner on file (owner_id, created_at);
-- the product's own contents lie here once, however often they are seeded
create unique index file_content on file (purpose, sha256) where owner_id is null;

create table student (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 2 and 30),
  id_type text not null check (id_type in ('ID_CARD', 'HK_MO_TW', 'PASSPORT')),
  id_no text not null unique,
  phone text not null unique check (phone ~ '^1[3-9][0-9]{9}$'),
  certificate_no text not null check (certificate_no ~ '^[0-9A-Za-z]{6,30}$'),
  password_hash text not null,
  initial_password_changed boolean not null,
  gender text check (gender in ('MALE', 'FEMALE')),
  education text,
  school text,
  major text,
  title_code smallint not null default 0 check (title_code >= 0),
  employer text,
  employer_credit_code text,
  registration_no text,
  registration_valid_to date,
  practice_scope text,
  city text,
  address text,
  email text,
  avatar_file_id uuid references file,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
-- an account string is a phone or an ID number: one string names one person, whatever type the ID is,
-- and an ID never looks like a phone (register sees to that)
create unique index student_certificate_no_key on student (upper(certificate_no));
alter table file add foreign key (owner_id) references student;

-- what each person agreed to, and when: registration agreement, privacy text, camera consent
create table agreement (
  id bigint generated always as identity primary key,
  student_id uuid not null references student,
  document text not null,
  version text not null,
  detail jsonb not null default '{}',
  at timestamptz not null default app_now()
);
create index agreement_student on agreement (student_id, document);

create table session (
  token_hash bytea primary key,
  student_id uuid not null references student,
  created_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now(),
  revoked_at timestamptz
);
create index session_student on session (student_id) where revoked_at is null;

-- product §4: counters key on the submitted account string, stored as its hash: it may be an ID number
create table login_failure (
  id bigint generated always as identity primary key,
  account_hash bytea not null,
  at timestamptz not null default app_now()
);
create index login_failure_account on login_failure (account_hash, at);

create table spent_challenge (
  salt text primary key,
  expires_at timestamptz not null
);

create table security_log (
  id bigint generated always as identity primary key,
  student_id uuid references student,
  event text not null,
  ip text,
  user_agent text,
  detail jsonb not null default '{}',
  at timestamptz not null default app_now()
);
create index security_log_student on security_log (student_id, at);
create trigger security_log_append_only before update on security_log
  for each row execute function refuse_change();
create trigger security_log_no_truncate before truncate on security_log
  for each statement execute function refuse_change();

create table audit_log (
  id bigint generated always as identity primary key,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}',
  at timestamptz not null default app_now()
);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();
