-- Staff of the console: accounts apart from students, roles and permissions as data, sessions, and the
-- audit log's where-from.

create table role (
  code text primary key check (code ~ '^[A-Z][A-Z_0-9]{1,39}$'),
  title text not null,
  position smallint not null,
  -- who holds it must use a one-time code (asked in production only)
  totp_required boolean not null default false
);

create table role_permission (
  role_code text not null references role,
  permission text not null check (permission ~ '^[a-z_]+\.[a-z_]+$'),
  primary key (role_code, permission)
);

insert into role (code, title, position, totp_required) values
  ('SUPER_ADMIN', '超级管理员', 1, true),
  ('EDITOR', '内容编辑', 2, false),
  ('ACADEMIC', '教务', 3, false),
  ('REVIEWER', '审核员', 4, false),
  ('FINANCE', '财务', 5, false),
  ('AUDITOR', '审计员', 6, false);

-- least privilege: the desks of 教务, 审核员 and 财务 bring their permissions along when they are built
insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'staff.manage'),
  ('SUPER_ADMIN', 'audit.read'),
  ('SUPER_ADMIN', 'poster.read'),
  ('SUPER_ADMIN', 'poster.edit'),
  ('SUPER_ADMIN', 'poster.publish'),
  ('SUPER_ADMIN', 'poster.import'),
  ('SUPER_ADMIN', 'site.edit'),
  ('EDITOR', 'poster.read'),
  ('EDITOR', 'poster.edit'),
  ('EDITOR', 'poster.publish'),
  ('EDITOR', 'poster.import'),
  ('EDITOR', 'site.edit'),
  ('AUDITOR', 'audit.read'),
  ('AUDITOR', 'poster.read');

create table staff (
  id uuid primary key default gen_random_uuid(),
  -- never changed; 'system' signs what the portal does by itself, 'unknown' whoever fails to sign in
  username text not null unique check (username ~ '^[a-z][a-z0-9._-]{2,29}$' and username not in ('system', 'unknown')),
  name text not null check (char_length(name) between 2 and 30),
  password_hash text not null,
  must_change_password boolean not null,
  -- sealed with the key of KEYS_DIR; pending: shown to its owner, not yet confirmed by a code
  totp_secret bytea,
  totp_pending bytea,
  -- the newest 30-second step whose code was taken: no code opens twice
  totp_last_step bigint not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);

create table staff_role (
  staff_id uuid not null references staff,
  role_code text not null references role,
  primary key (staff_id, role_code)
);
create index staff_role_code on staff_role (role_code);

create table staff_session (
  token_hash bytea primary key,
  staff_id uuid not null references staff,
  created_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now(),
  revoked_at timestamptz
);
create index staff_session_staff on staff_session (staff_id, seen_at);

-- as login_failure: keyed by the hash of what was submitted, so unknown names behave like known ones
create table staff_login_failure (
  id bigint generated always as identity primary key,
  username_hash bytea not null,
  at timestamptz not null default app_now()
);
create index staff_login_failure_username on staff_login_failure (username_hash, id);

-- from where, and which member of staff; both empty for what the portal does by itself
alter table audit_log add ip text, add staff_id uuid references staff;
create index audit_log_at on audit_log (at);
create index audit_log_actor on audit_log (actor, id);
create index audit_log_staff on audit_log (staff_id, id) where staff_id is not null;
create index audit_log_action on audit_log (action text_pattern_ops, id);
create index audit_log_subject on audit_log (subject, id);
