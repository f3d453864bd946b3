-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.

-- An employer; signs in with its credit code and pays for its people.
create table organisation (
  id uuid primary key,
  name text not null check (char_length(name) between 2 and 100),
  credit_code text not null unique check (credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{18}$'),
  contact_name text not null check (char_length(contact_name) between 2 and 30),
  contact_phone text not null check (contact_phone ~ '^[0-9+ ()-]{7,20}$'),
  password_hash text not null,
  must_change_password boolean not null default true,
  disabled_at timestamptz,
  created_by uuid references staff (id),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint organisation_name_folded check (name = fold_organisation(name))
);

-- A person whom an employer names; the person agrees or declines after signing in.
create table organisation_invitation (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation (id),
  plan_id uuid not null references plan (id),
  name text not null check (char_length(name) between 1 and 50),
  id_no text check (char_length(id_no) between 5 and 30),
  certificate_no text check (certificate_no ~ '^[0-9A-Z]{6,30}$'),
  state text not null default 'INVITED' check (state in ('INVITED', 'CONFIRMED', 'DECLINED', 'WITHDRAWN')),
  -- Empty until the person has answered.
  student_id uuid references student (id),
  -- The courses that the student chose, sorted.
  course_ids uuid[],
  -- When the student got a message about it.
  told_at timestamptz,
  created_at timestamptz not null default app_now(),
  answered_at timestamptz,
  constraint organisation_invitation_check check (state = 'WITHDRAWN' or num_nonnulls(id_no, certificate_no) > 0 or
    student_id is not null),
  constraint organisation_invitation_check1 check ((state in ('CONFIRMED', 'DECLINED')) <= (student_id is not null and
    answered_at is not null)),
  constraint organisation_invitation_check2 check ((state = 'CONFIRMED') <= (course_ids is not null)),
  constraint organisation_invitation_name_folded check (name = fold_name(name))
);
create index organisation_invitation_by_certificate on organisation_invitation (certificate_no) where state =
  'INVITED';
create index organisation_invitation_by_id_no on organisation_invitation (id_no) where state = 'INVITED';
create unique index organisation_invitation_certificate on organisation_invitation (organisation_id, plan_id,
  certificate_no) where state <> 'WITHDRAWN';
create unique index organisation_invitation_confirmed on organisation_invitation (plan_id, student_id) where state =
  'CONFIRMED';
create unique index organisation_invitation_id_no on organisation_invitation (organisation_id, plan_id, id_no) where
  state <> 'WITHDRAWN';
create index organisation_invitation_student on organisation_invitation (student_id);

-- A table of people that an employer uploads.
create table organisation_import (
  id uuid primary key,
  organisation_id uuid not null references organisation (id),
  plan_id uuid not null references plan (id),
  file_name text not null,
  wanted_mapping jsonb,
  state text not null check (state in ('MAPPING', 'CHECKED', 'DONE')),
  columns jsonb not null default '[]',
  mapping jsonb not null default '[]',
  total integer not null default 0,
  -- Of file and mapping: with another one it is another import.
  digest text not null,
  created_at timestamptz not null default app_now(),
  touched_at timestamptz not null default app_now(),
  found_table jsonb not null default '{}',
  written integer not null default 0,
  constraint organisation_import_no_samples check (state = 'MAPPING' or not jsonb_path_exists(columns,
    '$[*]."samples"[*]'::jsonpath))
);
create index organisation_import_created on organisation_import (created_at);
create index organisation_import_of on organisation_import (organisation_id, plan_id);

-- A row of such a table.
create table organisation_import_row (
  import_id uuid not null references organisation_import (id) on delete cascade,
  no integer not null,
  action text not null check (action in ('CREATE', 'SAME', 'REFUSE', 'WRITTEN')),
  -- What a reader knows the row by; numbers are masked.
  label text not null,
  content jsonb,
  problems jsonb not null default '[]',
  shown jsonb not null default '{}',
  notes jsonb not null default '[]',
  cells jsonb,
  constraint organisation_import_row_pkey primary key (import_id, no),
  constraint organisation_import_row_content_check check ((action not in ('CREATE', 'WRITTEN')) or content is not
    null)
);

-- The normal form of names of employers, schools and holders of invoices.
create function fold_organisation(given text) returns text language sql immutable strict parallel safe as $$
  select case when given ~ '^[\u4e00-\u9fff][\u4e00-\u9fff（）]*$' then given else (
  select case when plain ~ '[\u3007\u3400-\u4dbf\u4e00-\u9fff\ufa0e\ufa0f\ufa11\ufa13\ufa14\ufa1f\ufa21\ufa23\ufa24\ufa27-\ufa29\U00020000-\U0002a6df\U0002a700-\U0002ee5f\U00030000-\U0003347f]' then
      regexp_replace(regexp_replace(translate(plain,
        '()' || '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ',
        '（）' || '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
         '[\u00b7\u0387\u2022\u2027\u2219\u22c5\u30fb\u318d\uff65]', '·', 'g'),
        ' ?([^ -~]) ?', '\1', 'g')
    else fold_width(plain) end
  from (select btrim(single_spaces(fold_letters(without_unseen(given))), ' ') as plain) narrow) end
$$;
