-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.

-- A student's account. Closed accounts stay as a record, and free their phone, ID and certificate number.
create table student (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 50),
  id_type text not null check (id_type in ('ID_CARD', 'HK_MO_TW', 'PASSPORT', 'FOREIGN_PR')),
  id_no text not null,
  phone text not null,
  certificate_no text not null,
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
  avatar_file_id uuid references file (id),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  closed_at timestamptz,
  -- The account that goes on, where this one was merged.
  merged_into uuid references student (id),
  -- When the personal data was erased after closing.
  erased_at timestamptz,
  first_signed_in_at timestamptz,
  -- The import that made the account.
  roster_import_id uuid references roster_import (id),
  constraint student_certificate_no_check check (certificate_no ~ '^[0-9A-Za-z]{6,30}$' or erased_at is not null and
    certificate_no = ''),
  constraint student_check1 check (merged_into <> id),
  constraint student_closed check ((closed_at is null) = (merged_into is null and erased_at is null)),
  constraint student_erased check (erased_at is null or phone = '' and num_nonnulls(gender, education, school, major,
    employer, employer_credit_code, registration_no, registration_valid_to, practice_scope, city, address, email,
    avatar_file_id) = 0),
  constraint student_name_folded check (name = fold_name(name)),
  constraint student_phone_check check (phone ~ '^1[3-9][0-9]{9}$' or erased_at is not null and phone = '')
);
create index student_certificate_end on student ("right"(upper(certificate_no), 8));
create unique index student_certificate_no_key on student (upper(certificate_no)) where closed_at is null;
create index student_created on student (created_at desc, id desc);
create index student_erased_at on student (erased_at) where erased_at is not null;
create unique index student_id_no_key on student (id_no) where closed_at is null;
create index student_id_tail on student ("right"(id_no, 4));
create index student_merged_id_no on student (id_no) where merged_into is not null;
create index student_merged_phone on student (phone) where merged_into is not null;
create index student_name on student (name);
create unique index student_phone_key on student (phone) where closed_at is null;
create index student_rare_name on student (id) where name ~ '[^一-鿿·A-Za-z ]' and closed_at is null;
create index student_roster_import on student (roster_import_id) where roster_import_id is not null;
create trigger student_id_no_folded before insert or update of id_no on student for each row when (new.id_no <> '')
  execute function require_folded_number();

-- What a student agreed to, which version, and when; rows are only added.
create table agreement (
  id bigint primary key generated always as identity,
  student_id uuid not null references student (id),
  document text not null,
  version text not null,
  detail jsonb not null default '{}',
  at timestamptz not null default app_now(),
  -- Where a legal text was agreed to; empty for other consents.
  way text check (way in ('REGISTER', 'FIRST_SIGN_IN', 'NEW_VERSION')),
  constraint agreement_way_of_consent check ((document in ('AGREEMENT', 'PRIVACY')) = (way is not null))
);
create unique index agreement_once on agreement (student_id, document, version) where way is not null;
create index agreement_student on agreement (student_id, document);
create trigger agreement_append_only before delete or update on agreement for each row execute function
  refuse_change();
create trigger agreement_no_truncate before truncate on agreement for each statement execute function refuse_change();
create trigger agreement_to_approved before insert on agreement for each row when (new.way is not null) execute
  function keep_consent_true();

-- The account that goes on in the place of a merged one.
create function account_going_on(account uuid) returns uuid language sql stable as $$
  with recursive one (id, merged_into) as (
    select id, merged_into from student where id = account
    union all select student.id, student.merged_into from one join student on student.id = one.merged_into)
  select id from one where merged_into is null
$$;

-- Refuses consent to a version that was never approved.
create function keep_consent_true() returns trigger language plpgsql as $$
begin
  if exists (select from site_text where kind = new.document and state = 'APPROVED')
    and not exists (select from site_text where kind = new.document and version = new.version and state = 'APPROVED') then
    raise exception 'nobody can accept a text that is not approved' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Refuses a new ID number that is not in its normal form.
create function require_folded_number() returns trigger language plpgsql as $$
begin
  if new.id_no <> fold_number(new.id_no) then
    raise check_violation using message = 'an ID number is kept folded', constraint = 'student_id_no_folded';
  end if;
  return new;
end $$;

-- The texts in force that a student has not accepted, and until when the student may go on without.
create function unaccepted_texts(student uuid, at timestamptz) returns table(kind text, version text, grace_until
  date) language sql stable as $$
  select text.kind, text.version,
    case when text.grace_days > 0
      and shanghai_date(at) < text.effective_from + text.grace_days
      and exists (select from agreement where student_id = student and document = text.kind and way is not null)
      and exists (select from sign join plan on plan.id = sign.plan_id
        where sign.student_id = student and sign.paid_at is not null and sign.refunded_at is null and at < plan.study_end_at)
    then text.effective_from + text.grace_days - 1 end
  from texts_in_force(shanghai_date(at)) text
  where not exists (select from agreement
    where student_id = student and document = text.kind and agreement.version = text.version and way is not null)
$$;
