-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.

-- Numbers of applications for invoices.
create sequence invoice_number;

-- Numbers of proofs.
create sequence proof_number;

-- Numbers of applications for reductions.
create sequence reduction_no;

-- Numbers of proofs of trial years.
create sequence trial_proof_number;

-- A signed-in student; the token itself is never stored.
create table session (
  token_hash bytea primary key,
  student_id uuid not null references student (id),
  created_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now(),
  revoked_at timestamptz,
  -- Ids of the texts in force that the student had accepted when the session last looked.
  accepted_texts bigint[] not null default '{}'
);
create index session_student on session (student_id) where revoked_at is null;
create trigger session_of_open_account before insert on session for each row execute function refuse_closed_student();

-- A signed-in member of staff; the token itself is never stored.
create table staff_session (
  token_hash bytea primary key,
  staff_id uuid not null references staff (id),
  created_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now(),
  revoked_at timestamptz
);
create index staff_session_staff on staff_session (staff_id, seen_at);

-- A signed-in employer; the token itself is never stored.
create table organisation_session (
  token_hash bytea primary key,
  organisation_id uuid not null references organisation (id),
  created_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now(),
  revoked_at timestamptz
);
create index organisation_session_of on organisation_session (organisation_id) where revoked_at is null;

-- A failed sign-in of a student, an employer or staff; the limits on further tries count these rows.
create table sign_in_failure (
  id bigint primary key generated always as identity,
  -- What the failure counts against: an account, a device or an address, as a hash.
  counter_hash bytea not null check (octet_length(counter_hash) = 32),
  account_hash bytea check (octet_length(account_hash) = 32),
  decided boolean not null default false,
  at timestamptz not null default app_now()
);
create index sign_in_failure_account on sign_in_failure (account_hash, id) where account_hash is not null;
create index sign_in_failure_address on sign_in_failure (at) where account_hash is null and decided;
create index sign_in_failure_counter on sign_in_failure (counter_hash, id);

-- Failed sign-ins of students as older versions counted them; used only beside such a version during an upgrade.
create table login_failure (
  id bigint primary key generated always as identity,
  account_hash bytea not null,
  at timestamptz not null default app_now()
);
create index login_failure_account on login_failure (account_hash, at);

-- Failed sign-ins of staff as older versions counted them; used only beside such a version during an upgrade.
create table staff_login_failure (
  id bigint primary key generated always as identity,
  username_hash bytea not null,
  at timestamptz not null default app_now()
);
create index staff_login_failure_username on staff_login_failure (username_hash, id);

-- A challenge of the sign-in page that was solved once and is not accepted again.
create table spent_challenge (
  salt text primary key,
  expires_at timestamptz not null
);

-- A password that staff reset; a repeated request learns when, and never sees the one-time password again.
create table password_reset (
  id uuid primary key,
  -- Whose password it was.
  subject uuid not null,
  reset_by uuid not null references staff (id),
  at timestamptz not null default app_now()
);

-- Sign-ins and other events of an account that its student may see; rows are only added, and deleted after their
--   time.
create table security_log (
  id bigint primary key generated always as identity,
  student_id uuid references student (id),
  event text not null,
  ip text,
  user_agent text,
  detail jsonb not null default '{}',
  at timestamptz not null default app_now()
);
create index security_log_at on security_log (at);
create index security_log_student on security_log (student_id, at);
create trigger security_log_append_only before update on security_log for each row execute function refuse_change();
create trigger security_log_no_truncate before truncate on security_log for each statement execute function
  refuse_change();

-- Every act of staff, employers and the portal itself; rows are only added.
create table audit_log (
  id bigint primary key generated always as identity,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}',
  at timestamptz not null default app_now(),
  ip text,
  -- Empty where the portal acted by itself or an employer did.
  staff_id uuid references staff (id)
);
create index audit_log_action on audit_log (action text_pattern_ops, id);
create index audit_log_actor on audit_log (actor, id);
create index audit_log_at on audit_log (at);
create index audit_log_staff on audit_log (staff_id, id) where staff_id is not null;
create index audit_log_subject on audit_log (subject, id);
create trigger audit_log_append_only before delete or update on audit_log for each row execute function
  refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();

-- Figures that staff changed; a figure without a row has the value of the program.
create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default app_now(),
  constraint setting_security_log check (key <> 'retention.securityLogDays' or jsonb_typeof(value) = 'number' and
    value::text::numeric >= 180::numeric)
);

-- How far the clock of the rules is ahead of real time; always 0 in production.
create table app_clock (
  only_row boolean primary key default true check (only_row),
  shift interval not null default '00:00:00'
);
create trigger app_clock_moves_on before update on app_clock for each row when (new.shift < old.shift) execute
  function keep_practice_clock();

-- The name of this database, which its folder or bucket of files also holds.
create table deployment (
  only_row boolean primary key default true check (only_row),
  -- Also written into the folder or bucket of files, so that a start refuses those of another database.
  id uuid not null default gen_random_uuid(),
  -- Stores outside that this database has used: the portal starts while one of these is away.
  stores text[] not null default '{}',
  -- The cell (CELL) whose first start made this database; null: a portal without a cell.
  cell text check (cell ~ '^[a-z][a-z0-9-]{0,30}$')
);

-- One row says that this database is a practice portal, and how far its world has been made.
create table practice_portal (
  only_row boolean primary key default true check (only_row),
  -- The portal whose plans were copied, without a password.
  source text not null check (char_length(source) between 1 and 300),
  copied_at timestamptz not null default now(),
  -- Empty while the world is only partly made.
  made_at timestamptz,
  moved_at timestamptz,
  -- How many of the jobs that run once after the clock moved have run.
  jobs_done integer not null default 0 check (jobs_done >= 0),
  jobs_all integer not null default 0,
  constraint practice_portal_check check (jobs_all >= jobs_done)
);

-- Payments at the demo cashier, as a real channel would keep them on its side; production refuses it.
create table demo_cashier (
  out_trade_no text primary key,
  amount_fen integer not null,
  description text not null,
  state text not null check (state in ('NOTPAY', 'SUCCESS', 'PAYERROR', 'CLOSED', 'REFUND')),
  transaction_id text unique,
  expire_at timestamptz not null,
  paid_at timestamptz
);

-- Refunds of the demo cashier.
create table demo_cashier_refund (
  refund_no text primary key,
  out_trade_no text not null references demo_cashier (out_trade_no),
  amount_fen integer not null check (amount_fen > 0),
  refunded_at timestamptz not null
);

-- One row for each running process, renewed every 15 seconds; times are real time.
create table process_alive (
  id uuid primary key,
  host text not null check (char_length(host) between 1 and 100),
  pid integer not null check (pid > 0),
  version text not null check (char_length(version) <= 60),
  runs_jobs boolean not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  memory_bytes bigint not null check (memory_bytes >= 0),
  -- The delay of the event loop that 99 of 100 turns stayed below since the last renewal.
  loop_delay_ms integer not null check (loop_delay_ms >= 0),
  -- The size of the disk of DATA_DIR; empty where the system does not say.
  disk_bytes bigint check (disk_bytes >= 0),
  disk_free_bytes bigint check (disk_free_bytes >= 0),
  -- Payment channels, and the store of files (FILES), that this process does not ask for the moment.
  paused_channels text[] not null default '{}',
  constraint process_alive_check check (seen_at >= started_at),
  constraint process_alive_check1 check ((disk_bytes is null) = (disk_free_bytes is null))
);

-- When each job last ran, in whichever process.
create table job_run (
  name text primary key check (char_length(name) <= 100),
  every text not null check (every in ('MINUTE', 'QUARTER_MINUTE', 'PULSE')),
  -- When a process that has this job last started.
  known_at timestamptz not null,
  started_at timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) between 1 and 300),
  took_ms integer check (took_ms >= 0),
  -- When the run that goes on began, once it has taken ten seconds; running_seen_at is recent then.
  running_since timestamptz,
  running_seen_at timestamptz,
  constraint job_run_check check ((failed_at is null) = (failure is null)),
  constraint job_run_check1 check ((running_since is null) = (running_seen_at is null))
);

-- When each payment channel, e-mail and SMS last worked and last failed.
create table channel_health (
  channel text primary key check (char_length(channel) <= 20),
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) between 1 and 100),
  constraint channel_health_check check ((failed_at is null) = (failure is null))
);

-- A row, file or day that a job could not handle; the job tries it again later, at growing intervals.
create table sweep_failure (
  job text not null check (length(job) <= 80),
  subject text not null check (length(subject) <= 200),
  tries integer not null check (tries >= 1),
  error text not null check (length(error) <= 500),
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  next_try_at timestamptz not null,
  constraint sweep_failure_pkey primary key (job, subject),
  constraint sweep_failure_check check (last_failed_at >= first_failed_at),
  constraint sweep_failure_check1 check (next_try_at > last_failed_at)
);
create index sweep_failure_by_time on sweep_failure (last_failed_at desc);

-- Ids of the keys that this database was used with; a start without one of them stops.
create table used_key (
  kind text not null check (kind in ('PROOF', 'MAC')),
  -- A hash: the key cannot be computed from it.
  key_id text not null check (key_id <> ''),
  first_used_at timestamptz not null default app_now(),
  -- When an operator declared the key lost.
  lost_at timestamptz,
  lost_reason text,
  constraint used_key_pkey primary key (kind, key_id),
  constraint used_key_check check ((lost_at is null) = (lost_reason is null))
);

-- How far each check of the stored data has come, and what it found.
create table integrity_check (
  name text primary key check (char_length(name) between 1 and 40),
  -- The row after which the running round goes on.
  after_key text,
  -- When the running round began; empty while none runs.
  began_at timestamptz,
  checked bigint not null default 0 check (checked >= 0),
  fault_count bigint not null default 0 check (fault_count >= 0),
  -- The first faults of the running round. They name rows by their keys.
  faults text[] not null default '{}' check (cardinality(faults) <= 100),
  -- When the last complete round ended; the other ended columns are its result.
  ended_at timestamptz,
  ended_checked bigint not null default 0 check (ended_checked >= 0),
  ended_fault_count bigint not null default 0 check (ended_fault_count >= 0),
  ended_faults text[] not null default '{}' check (cardinality(ended_faults) <= 100)
);

-- The time of all rules: the real time plus the shift of app_clock.
create function app_now() returns timestamptz language sql parallel safe as $$ select clock_timestamp() + shift from app_clock $$;

-- Whether the last character of an 18-digit ID number fits the others (GB 11643-1999).
create function checks_as_citizen(id_no text) returns boolean language sql immutable parallel safe as $$
  select id_no ~ '^\d{17}[\dX]$' and substr('10X98765432', 1 + (select sum(weight * substr(id_no, place::int, 1)::int)
      from unnest(array[7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) with ordinality as one (weight, place))::int % 11, 1)
    = right(id_no, 1)
$$;

-- Whether the check digit of a foreigner's paper from before 2023 fits (ICAO 9303).
create function checks_as_old_foreign(id_no text) returns boolean language sql immutable parallel safe as $$
  select id_no ~ '^[A-Z]{3}\d{12}$' and (select sum((array[7, 3, 1])[1 + (place - 1) % 3]
      * (strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(id_no, place, 1)) - 1)) % 10
    from generate_series(1, 14) as place) = right(id_no, 1)::int
$$;

-- Lists the course of the row for the job that draws papers.
create function exam_paper_due_of() returns trigger language plpgsql as $$
begin
  insert into exam_paper_due (sign_course_id) values (new.sign_course_id);
  return null;
end $$;

-- All files that the content of an article shows.
create function files_of(content jsonb) returns uuid[] language sql immutable strict parallel safe as $$
  select array(
    select id::uuid from unnest(array[content ->> 'coverFileId', content ->> 'videoFileId', content ->> 'captionsFileId']) as id
      where id is not null
    union select (attachment ->> 'fileId')::uuid from jsonb_array_elements(content -> 'attachments') as attachment
    union select unnest(files_in(content ->> 'bodyHtml')))
$$;

-- The normal form of any text that people write.
create function fold_letters(given text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(unify_han(regexp_replace(given,
      '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b\u200e-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a]', '', 'g')),
      '([\u3007\u3400-\u4dbf\u4e00-\u9fff\ufa0e\ufa0f\ufa11\ufa13\ufa14\ufa1f\ufa21\ufa23\ufa24\ufa27-\ufa29\U00020000-\U0002a6df\U0002a700-\U0002ee5f\U00030000-\U0003347f])[\u200c\u200d\ufe00-\ufe0f\U000e0000-\U000e0fff]+', '\1', 'g')
$$;

-- The normal form of a person's name.
create function fold_name(given text) returns text language sql immutable strict parallel safe as $$
  select case when given ~ '^[\u4e00-\u9fff]+$' then given else (select case
    when plain ~ '[\u3007\u3400-\u4dbf\u4e00-\u9fff\ufa0e\ufa0f\ufa11\ufa13\ufa14\ufa1f\ufa21\ufa23\ufa24\ufa27-\ufa29\U00020000-\U0002a6df\U0002a700-\U0002ee5f\U00030000-\U0003347f]' or plain !~ '[\u0041-\u005a\u0061-\u007a\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02b8\u02e0-\u02e4\u1d00-\u1d25\u1d2c-\u1d5c\u1d62-\u1d65\u1d6b-\u1d77\u1d79-\u1dbe\u1e00-\u1eff\u2071\u207f\u2090-\u209c\u212a-\u212b\u2132\u214e\u2160-\u2188\u2c60-\u2c7f\ua722-\ua787\ua78b-\ua7dc\ua7f1-\ua7ff\uab30-\uab5a\uab5c-\uab64\uab66-\uab69\ufb00-\ufb06\uff21-\uff3a\uff41-\uff5a\U00010780-\U00010785\U00010787-\U000107b0\U000107b2-\U000107ba\U0001df00-\U0001df1e\U0001df25-\U0001df2a]' then
      regexp_replace(replace(plain, ' ', ''), '[.\u00b7\u02d9\u0387\u16eb\u2022\u2024\u2027\u2043\u2219\u22c5\u25aa\u25cf\u25e6\u2981\u2e30-\u2e33\u3002\u30fb\u318d\ua78f\ufe52\uff61\uff65\U00010101]+', '·', 'g')
    else btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(plain,
        '[\u0027\u0060\u00b4\u02b9\u02bb\u02bc\u02c8\u2018-\u201b\u2032\u2035\ua78c]', '''', 'g'),
        '[\-\u058a\u05be\u1400\u1806\u2010-\u2015\u2053\u207b\u208b\u2212\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31-\ufe32\ufe58\ufe63\U00010d6e\U00010ead]', '-', 'g'),
        '[.\u00b7\u02d9\u0387\u16eb\u2022\u2024\u2027\u2043\u2219\u22c5\u25aa\u25cf\u25e6\u2981\u2e30-\u2e33\u3002\u30fb\u318d\ua78f\ufe52\uff61\uff65\U00010101]+', ' ', 'g'),
        '[, ]+', ' ', 'g'),
        ' ?- ?', '-', 'g'), ' ')
    end
  from (select single_spaces(fold_width(unify_han(without_unseen(given)))) as plain) narrow) end
$$;

-- The normal form of ID, certificate and credit numbers.
create function fold_number(given text) returns text language sql immutable strict parallel safe as $$
  select case when given ~ '^[0-9A-Z]*$' then given else translate(regexp_replace(fold_width(unify_han(without_unseen(given))),
    '[\-\u058a\u05be\u1400\u1806\u2010-\u2015\u2053\u207b\u208b\u2212\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31-\ufe32\ufe58\ufe63\U00010d6e\U00010ead\u0027\u0060\u00b4\u02b9\u02bb\u02bc\u02c8\u2018-\u201b\u2032\u2035\ua78c\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u2800\u3000\ufeff()]', '', 'g'),
    'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') end
$$;

-- Replaces full-width letters, digits and signs by those of a plain keyboard.
create function fold_width(given text) returns text language sql immutable strict parallel safe as $$
  select translate(given,
    '！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～',
    '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~')
$$;

-- Refuses to turn the clock of a finished practice portal back.
create function keep_practice_clock() returns trigger language plpgsql as $$
begin
  if exists (select from practice_portal where made_at is not null) then
    raise exception 'the clock of a practice portal only moves on' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Refuses to change rows that are only added.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

-- Refuses sessions, sign-ups and orders of a closed account, and waits for a closing that is under way.
create function refuse_closed_student() returns trigger language plpgsql as $$
begin
  perform from student where id = new.student_id and closed_at is null for key share;
  if not found then
    raise exception 'this account is closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The day in Shanghai at a moment, whatever the time zone of the server.
create function shanghai_date(at timestamptz) returns date language sql immutable parallel safe as $$ select (at at time zone 'Asia/Shanghai')::date $$;

-- Replaces each run of spaces by one space.
create function single_spaces(given text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(given, '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u2800\u3000\ufeff]+', ' ', 'g')
$$;

-- Replaces radicals and private codes by the ordinary characters that look the same.
create function unify_han(given text) returns text language sql immutable strict parallel safe as $$
  select translate(normalize(given, NFC),
    U&'\2e81\2e82\2e83\2e84\2e85\2e86\2e87\2e88\2e89\2e8a\2e8b\2e8c\2e8d\2e8e\2e8f\2e90\2e91\2e92\2e93\2e94'
      || U&'\2e95\2e96\2e97\2e98\2e99\2e9b\2e9c\2e9d\2e9e\2e9f\2ea0\2ea1\2ea2\2ea3\2ea4\2ea5\2ea6\2ea7\2ea8\2ea9'
      || U&'\2eaa\2eab\2eac\2ead\2eae\2eaf\2eb0\2eb1\2eb2\2eb3\2eb4\2eb5\2eb6\2eb7\2eb8\2eb9\2eba\2ebb\2ebc\2ebd'
      || U&'\2ebe\2ebf\2ec0\2ec1\2ec2\2ec3\2ec4\2ec5\2ec6\2ec7\2ec8\2ec9\2eca\2ecb\2ecc\2ecd\2ece\2ecf\2ed0\2ed1'
      || U&'\2ed2\2ed3\2ed4\2ed5\2ed6\2ed7\2ed8\2ed9\2eda\2edb\2edc\2edd\2ede\2edf\2ee0\2ee1\2ee2\2ee3\2ee4\2ee5'
      || U&'\2ee6\2ee7\2ee8\2ee9\2eea\2eeb\2eec\2eed\2eee\2eef\2ef0\2ef1\2ef2\2ef3\31c6\31cf\31d0\31d1\31d2\31d3'
      || U&'\31d4\31d5\31d6\31d7\31d8\31d9\31da\31db\31dc\31dd\31de\31df\31e0\31e1\e815\e816\e817\e818\e819\e81a'
      || U&'\e81b\e81c\e81d\e81e\e81f\e820\e821\e822\e823\e824\e825\e826\e827\e828\e829\e82a\e82b\e82c\e82d\e82e'
      || U&'\e82f\e830\e831\e832\e833\e834\e835\e836\e837\e838\e839\e83a\e83b\e83c\e83d\e83e\e83f\e840\e841\e842'
      || U&'\e843\e844\e845\e846\e847\e848\e849\e84a\e84b\e84c\e84d\e84e\e84f\e850\e851\e852\e853\e854\e855\e856'
      || U&'\e857\e858\e859\e85a\e85b\e85c\e85d\e85e\e85f\e860\e861\e862\e863\e864\2f00\2f01\2f02\2f03\2f04\2f05'
      || U&'\2f06\2f07\2f08\2f09\2f0a\2f0b\2f0c\2f0d\2f0e\2f0f\2f10\2f11\2f12\2f13\2f14\2f15\2f16\2f17\2f18\2f19'
      || U&'\2f1a\2f1b\2f1c\2f1d\2f1e\2f1f\2f20\2f21\2f22\2f23\2f24\2f25\2f26\2f27\2f28\2f29\2f2a\2f2b\2f2c\2f2d'
      || U&'\2f2e\2f2f\2f30\2f31\2f32\2f33\2f34\2f35\2f36\2f37\2f38\2f39\2f3a\2f3b\2f3c\2f3d\2f3e\2f3f\2f40\2f41'
      || U&'\2f42\2f43\2f44\2f45\2f46\2f47\2f48\2f49\2f4a\2f4b\2f4c\2f4d\2f4e\2f4f\2f50\2f51\2f52\2f53\2f54\2f55'
      || U&'\2f56\2f57\2f58\2f59\2f5a\2f5b\2f5c\2f5d\2f5e\2f5f\2f60\2f61\2f62\2f63\2f64\2f65\2f66\2f67\2f68\2f69'
      || U&'\2f6a\2f6b\2f6c\2f6d\2f6e\2f6f\2f70\2f71\2f72\2f73\2f74\2f75\2f76\2f77\2f78\2f79\2f7a\2f7b\2f7c\2f7d'
      || U&'\2f7e\2f7f\2f80\2f81\2f82\2f83\2f84\2f85\2f86\2f87\2f88\2f89\2f8a\2f8b\2f8c\2f8d\2f8e\2f8f\2f90\2f91'
      || U&'\2f92\2f93\2f94\2f95\2f96\2f97\2f98\2f99\2f9a\2f9b\2f9c\2f9d\2f9e\2f9f\2fa0\2fa1\2fa2\2fa3\2fa4\2fa5'
      || U&'\2fa6\2fa7\2fa8\2fa9\2faa\2fab\2fac\2fad\2fae\2faf\2fb0\2fb1\2fb2\2fb3\2fb4\2fb5\2fb6\2fb7\2fb8\2fb9'
      || U&'\2fba\2fbb\2fbc\2fbd\2fbe\2fbf\2fc0\2fc1\2fc2\2fc3\2fc4\2fc5\2fc6\2fc7\2fc8\2fc9\2fca\2fcb\2fcc\2fcd'
      || U&'\2fce\2fcf\2fd0\2fd1\2fd2\2fd3\2fd4\2fd5',
    '厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵旡日月歺母民氵氺灬爫爫丬牛犭王'
      || '𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長'
      || '镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟𠃌乀一丨丿丿'
      || '丶𠃍乛𠃊𠃎𠄌亅𡿨𠃋乀𠃑乚乙𠄎厂𠂇𠂉𠃌乙㑳㑇刀㔾龴㖞㘚㘎小心㥮㤘龵㧏㧟㩳㧐龶龷㭎㱮'
      || '㳠牛𡗗龸𤴔䁖䅟𥫗䌷㓁羊𦍌𢦏䎱䎬聿䏝䓖䙡䙌龹䜣䜩䝼䞍𧾷䥇䥺䥽䦂䦃䦅䦆䦟䦛䦷䦶龺𤇾䲣'
      || '䲟䲠䲡䱷䲢䴓䴔䴕䴖䴗䴘䴙䶮龻一丨丶丿乙亅二亠人儿入八冂冖冫几凵刀力勹匕匚匸十卜卩'
      || '厂厶又口囗土士夂夊夕大女子宀寸小尢尸屮山巛工己巾干幺广廴廾弋弓彐彡彳心戈戶手支攴'
      || '文斗斤方无日曰月木欠止歹殳毋比毛氏气水火爪父爻爿片牙牛犬玄玉瓜瓦甘生用田疋疒癶白'
      || '皮皿目矛矢石示禸禾穴立竹米糸缶网羊羽老而耒耳聿肉臣自至臼舌舛舟艮色艸虍虫血行衣襾'
      || '見角言谷豆豕豸貝赤走足身車辛辰辵邑酉釆里金長門阜隶隹雨靑非面革韋韭音頁風飛食首香'
      || '馬骨高髟鬥鬯鬲鬼魚鳥鹵鹿麥麻黃黍黑黹黽鼎鼓鼠鼻齊齒龍龜龠')
$$;

-- Removes characters that nobody sees.
create function without_unseen(given text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(given,
    '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g')
$$;
