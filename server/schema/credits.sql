-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.

-- The end of a student's chain in the hours ledger.
create table hours_head (
  student_id uuid primary key references student (id),
  seq integer not null default 0,
  hash bytea not null
);
create trigger hours_head_by_chain before update on hours_head for each row when (pg_trigger_depth() = 0) execute
  function refuse_change();
create trigger hours_head_kept before delete on hours_head for each row execute function refuse_change();
create trigger hours_head_no_truncate before truncate on hours_head for each statement execute function
  refuse_change();

-- Credited hours, as a chain for each student: the only source of any total. Rows are only added.
create table hours_ledger (
  student_id uuid not null references student (id),
  -- Set by hours_chain, as are at, prev_hash and hash.
  seq integer not null default 0,
  year integer not null,
  subject text not null check (subject in ('PROFESSIONAL', 'PUBLIC')),
  source text not null check (source in ('COURSE', 'REDUCTION', 'RECORD', 'ADJUST', 'REVERSAL')),
  -- The attempt, reduction, record or reversed entry behind it.
  source_id text not null,
  -- Tenths of an hour; negative in a reversal.
  hours integer not null check (hours <> 0),
  -- The name of the course or record, as readers see it.
  title text not null,
  actor text not null,
  at timestamptz not null default app_now(),
  prev_hash bytea not null default '\x',
  hash bytea not null default '\x',
  constraint hours_ledger_pkey primary key (student_id, seq),
  constraint hours_ledger_student_id_source_source_id_key unique (student_id, source, source_id)
);
create index hours_ledger_year on hours_ledger (student_id, year);
create trigger hours_ledger_append_only before delete or update on hours_ledger for each row execute function
  refuse_change();
create trigger hours_ledger_chain before insert on hours_ledger for each row execute function hours_chain();
create trigger hours_ledger_no_truncate before truncate on hours_ledger for each statement execute function
  refuse_change();

-- The hash that seals all chains of a day (docs/ledger.md).
create table hours_root (
  day date primary key,
  heads integer not null,
  entries bigint not null,
  root bytea not null,
  at timestamptz not null default app_now(),
  -- Whether it is the root of a tree; the oldest days have one hash over all chains.
  tree boolean not null default false
);
create trigger hours_root_append_only before delete or update on hours_root for each row execute function
  refuse_change();
create trigger hours_root_no_truncate before truncate on hours_root for each statement execute function
  refuse_change();

-- The end of a chain as a day sealed it; a chain keeps its place, so that the tree only grows.
create table hours_leaf (
  -- Whose chain it is; the id of only zeros is that of the chain of sealed months.
  student_id uuid not null,
  day date not null references hours_root (day) deferrable initially deferred,
  place integer not null check (place >= 0),
  seq integer not null check (seq >= 1),
  head bytea not null,
  constraint hours_leaf_pkey primary key (student_id, day),
  constraint hours_leaf_day_place_key unique (day, place)
);
create trigger hours_leaf_append_only before delete or update on hours_leaf for each row execute function
  refuse_change();
create trigger hours_leaf_no_truncate before truncate on hours_leaf for each statement execute function
  refuse_change();

-- The newest tree; level 0 holds the leaves.
create table hours_node (
  level integer not null check (level >= 0),
  place integer not null check (place >= 0),
  hash bytea not null,
  constraint hours_node_pkey primary key (level, place)
);

-- A signed proof of a student's hours of a year; later ones name the one before them.
create table proof (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  -- What the QR code and the public page call it.
  code text not null unique,
  student_id uuid not null references student (id),
  year integer not null,
  -- Each printed field, as it was when the proof was issued.
  snapshot jsonb not null,
  -- The text that was signed.
  payload text not null,
  signature bytea not null,
  key_id text not null,
  issued_at timestamptz not null default app_now(),
  revoked_at timestamptz,
  revoke_reason text,
  -- Empty where the portal revoked it, as hours were taken back.
  revoked_by uuid references staff (id),
  -- Revoked by staff: complete hours alone issue no other one for this year.
  held boolean not null default false,
  -- the last proof of this student and year before it
  replaces uuid unique references proof (id),
  -- Whether all its letters can be drawn; empty in older proofs.
  printable boolean,
  -- The kind of reason, which everybody may read; revoke_reason is for the student and staff.
  revoke_cause text check (revoke_cause in ('STAFF', 'PERSON_CORRECTED', 'FORM_UNIFIED', 'ACCOUNTS_MERGED',
    'HOURS_RESTORED', 'HOURS_WITHDRAWN')),
  constraint proof_check check ((revoked_at is null) = (revoke_reason is null)),
  constraint proof_check1 check (not held or revoked_at is not null),
  constraint proof_check2 check (revoked_by is null or revoked_at is not null),
  constraint proof_check3 check ((revoked_at is null) = (revoke_cause is null)),
  constraint proof_check4 check (revoked_by is null or revoke_cause = 'STAFF')
);
create index proof_held on proof (year) where held;
create index proof_newest on proof (issued_at desc, id desc);
create index proof_not_printable on proof (id) where printable is distinct from true;
create index proof_of_student on proof (student_id, year);
create index proof_of_year on proof (year, issued_at desc, id desc);
create unique index proof_one_valid on proof (student_id, year) where revoked_at is null;
create trigger proof_kept before delete on proof for each row execute function refuse_change();
create trigger proof_key_used after insert on proof referencing new table as issued for each statement execute
  function remember_proof_keys();
create trigger proof_no_truncate before truncate on proof for each statement execute function refuse_change();
create trigger proof_series before insert on proof for each row execute function check_proof_series();

-- A PDF of many proofs that staff ordered; the file is kept for a day, the row stays.
create table proof_print (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  -- How the proofs were chosen.
  wish jsonb not null,
  reason text not null check (char_length(reason) between 2 and 200),
  proof_ids uuid[] not null check (cardinality(proof_ids) between 1 and 1000),
  -- Certificate numbers without a valid proof.
  missing text[] not null default '{}',
  done integer not null default 0,
  state text not null check (state in ('WORKING', 'DONE', 'FAILED')),
  size bigint check (size > 0),
  sha256 bytea,
  -- Grows with each process that takes the work over; only the newest may write.
  claim integer not null default 0,
  created_at timestamptz not null default app_now(),
  touched_at timestamptz not null default app_now(),
  removed_at timestamptz,
  -- Certificate numbers whose proofs have letters that no font draws.
  unprintable text[] not null default '{}',
  constraint proof_print_check check (done between 0 and cardinality(proof_ids)),
  constraint proof_print_check1 check (num_nonnulls(size, sha256) in (0, 2)),
  constraint proof_print_check2 check ((state = 'DONE') = (size is not null))
);
create index proof_print_there on proof_print (created_at) where state <> 'WORKING' and removed_at is null;
create index proof_print_working on proof_print (touched_at) where state = 'WORKING';

-- A complete year whose proof waits, as no font draws one of its letters.
create table proof_waiting (
  student_id uuid not null references student (id),
  year integer not null,
  missing jsonb not null check (jsonb_typeof(missing) = 'array'),
  code_points integer[] not null check (cardinality(code_points) > 0),
  since timestamptz not null default app_now(),
  constraint proof_waiting_pkey primary key (student_id, year)
);
create index proof_waiting_since on proof_waiting (since);

-- A student whose proofs a job issues again, as the writing of the name or number changed.
create table proof_reissue_due (
  student_id uuid primary key references student (id),
  since timestamptz not null default app_now()
);

-- A kind of activity for which hours are reduced (学时减免).
create table reduction_type (
  id uuid primary key,
  code text not null unique check (code ~ '^[A-Z][A-Z0-9_]{1,29}$'),
  version integer not null check (version >= 1),
  enabled boolean not null,
  updated_by text not null,
  updated_at timestamptz not null default app_now()
);

-- A version of the rule of a type; an application keeps the version that it was made by.
create table reduction_rule (
  type_id uuid not null references reduction_type (id),
  version integer not null check (version >= 1),
  name text not null,
  subject_scope text not null check (subject_scope in ('PROFESSIONAL', 'PUBLIC', 'BOTH')),
  hours_mode text not null check (hours_mode in ('FIXED', 'PER_UNIT', 'FULL_YEAR')),
  -- Tenths of an hour for one application or unit.
  hours integer check (hours > 0),
  unit text,
  -- The most tenths of an hour in a year and subject.
  year_cap integer check (year_cap > 0),
  evidence text not null,
  min_files integer not null check (min_files between 1 and 9),
  apply_from date,
  apply_to date,
  -- How many reviewers have to agree.
  levels integer not null check (levels in (1, 2)),
  -- How many approvals another reviewer looks at again.
  sample_percent integer not null check (sample_percent between 0 and 100),
  constraint reduction_rule_pkey primary key (type_id, version),
  constraint reduction_rule_check check ((hours is null) = (hours_mode = 'FULL_YEAR')),
  constraint reduction_rule_check1 check ((unit is not null) = (hours_mode = 'PER_UNIT')),
  constraint reduction_rule_check2 check (apply_to >= apply_from)
);
create trigger reduction_rule_kept before delete or update on reduction_rule for each row execute function
  refuse_change();

-- An application for a reduction.
create table reduction (
  id uuid primary key,
  apply_no text not null unique,
  -- Grows with each change; a form that read an older one is refused.
  version integer not null default 1,
  student_id uuid not null references student (id),
  year integer not null,
  type_id uuid not null,
  type_version integer not null,
  subject text check (subject in ('PROFESSIONAL', 'PUBLIC')),
  -- Tenths of an hour that are asked for.
  hours integer check (hours > 0),
  start_date date,
  end_date date,
  reason text not null,
  state text not null check (state in ('DRAFT', 'SUBMITTED', 'RETURNED', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  passed_levels integer not null default 0 check (passed_levels between 0 and 2),
  hours_approved integer check (hours_approved > 0),
  -- Chosen for a second look; PENDING until another reviewer has looked.
  sample text check (sample in ('PENDING', 'DONE')),
  submitted_at timestamptz,
  updated_at timestamptz not null default app_now(),
  reversed_at timestamptz,
  reverse_reason text,
  constraint reduction_type_id_type_version_fkey foreign key (type_id, type_version) references reduction_rule
    (type_id, version),
  constraint reduction_check check ((state in ('DRAFT', 'WITHDRAWN', 'RETURNED')) or num_nonnulls(subject, hours,
    start_date, end_date, submitted_at) = 5),
  constraint reduction_check1 check (end_date >= start_date),
  constraint reduction_check2 check (hours_approved <= hours),
  constraint reduction_check3 check (state <> 'APPROVED' or hours_approved is not null),
  constraint reduction_check4 check ((reversed_at is null) = (reverse_reason is null)),
  constraint reduction_check5 check (reversed_at is null or state = 'APPROVED'),
  constraint reduction_check6 check (sample is null or state = 'APPROVED')
);
create unique index reduction_once on reduction (student_id, type_id, year, subject, start_date, end_date) where
  (state in ('SUBMITTED', 'RETURNED', 'APPROVED')) and submitted_at is not null and reversed_at is null;
create index reduction_queue on reduction (state, submitted_at);
create index reduction_sample on reduction (submitted_at) where sample = 'PENDING';
create index reduction_student on reduction (student_id, updated_at desc);

-- A file of evidence of an application.
create table reduction_file (
  reduction_id uuid not null references reduction (id),
  file_id uuid not null references file (id),
  position integer not null,
  constraint reduction_file_pkey primary key (reduction_id, file_id)
);
create index reduction_file_file on reduction_file (file_id);

-- Each act on an application; rows are only added.
create table reduction_step (
  reduction_id uuid not null references reduction (id),
  -- The version that the act made.
  version integer not null,
  at timestamptz not null default app_now(),
  action text not null check (action in ('SUBMITTED', 'SUPPLEMENTED', 'WITHDRAWN', 'FIRST_PASSED', 'APPROVED',
    'RETURNED', 'REJECTED', 'CHECKED', 'REVERSED')),
  -- Empty for the student.
  staff_id uuid references staff (id),
  opinion text not null,
  hours integer,
  -- What was handed in.
  content jsonb,
  constraint reduction_step_pkey primary key (reduction_id, version)
);
create trigger reduction_step_kept before delete or update on reduction_step for each row execute function
  refuse_change();
create trigger reduction_step_no_truncate before truncate on reduction_step for each statement execute function
  refuse_change();

-- Refuses a proof that does not name the one before it.
create function check_proof_series() returns trigger language plpgsql as $$
begin
  if (new.snapshot->>'trial' is not distinct from 'true' and new.number not like 'YL%') <> (new.number like 'SY%') then
    raise exception 'proof % is numbered in the series of another kind of year', new.number;
  end if;
  return new;
end $$;

-- Adds an entry to the end of its student's chain; a source that was credited before is left out.
create function hours_chain() returns trigger language plpgsql as $$
declare head hours_head;
begin
  insert into hours_head (student_id, hash) values (new.student_id, sha256(new.student_id::text::bytea))
    on conflict do nothing;
  select * into head from hours_head where student_id = new.student_id for update;
  if exists (select from hours_ledger earlier
    where earlier.student_id = new.student_id and earlier.source = new.source
      and split_part(earlier.source_id, chr(30), 1) = split_part(new.source_id, chr(30), 1)
      and (earlier.source_id = new.source_id or not exists (select from hours_ledger undone
        where undone.student_id = new.student_id and undone.source = 'REVERSAL' and undone.source_id = earlier.seq::text))) then
    return null;
  end if;
  perform from plan where year = new.year for share;
  new.seq := head.seq + 1;
  new.at := app_now();
  new.prev_hash := head.hash;
  new.hash := sha256(convert_to(hours_text(new), 'UTF8'));
  update hours_head set seq = new.seq, hash = new.hash where student_id = new.student_id;
  return new;
end $$;

-- The text of a ledger entry that is hashed.
create function hours_text(entry hours_ledger) returns text language sql immutable as $$
  select concat_ws(E'\x1f', entry.student_id, entry.seq, entry.year, entry.subject, entry.source, entry.source_id, entry.hours,
    entry.title, entry.actor, (extract(epoch from entry.at) * 1000000)::bigint, encode(entry.prev_hash, 'hex'))
$$;

-- Notes the keys that sign proofs in used_key.
create function remember_proof_keys() returns trigger language plpgsql as $$
begin
  insert into used_key (kind, key_id)
    select distinct 'PROOF', key_id from issued order by key_id
    on conflict do nothing;
  return null;
end $$;

-- Whether anybody has hours or a proof of a year.
create function year_has_hours(asked integer) returns boolean language sql stable as $$
  select exists (select from proof where year = asked) or exists (select from hours_ledger where year = asked)
$$;
