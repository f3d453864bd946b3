-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.

-- A message to a student in the portal, written in the transaction of what it tells.
create table message (
  id uuid primary key default gen_random_uuid(),
  student_id uuid not null references student (id),
  kind text not null check (kind in ('PAYMENT', 'INVOICE', 'REVIEW', 'PROOF', 'DEADLINE', 'ACCOUNT', 'COURSE')),
  -- Names what happened; a student gets one message for one event.
  event text not null check (char_length(event) between 1 and 200),
  title text not null check (char_length(title) between 1 and 60),
  body text not null check (char_length(body) <= 500),
  -- A page of the portal.
  link text check (link ~ '^/[a-z]'),
  created_at timestamptz not null default app_now(),
  read_at timestamptz,
  -- A file that the e-mail carries.
  file_id uuid references file (id),
  -- The plan of a reminder, whose text is made when it is read.
  plan_id uuid references plan (id),
  constraint message_of_student unique (id, student_id),
  constraint message_student_id_event_key unique (student_id, event),
  constraint message_check check (plan_id is null or kind = 'DEADLINE')
);
create index message_created on message (created_at);
create index message_plan on message (plan_id) where plan_id is not null;
create index message_student on message (student_id, created_at desc, id desc);
create index message_unread on message (student_id) where read_at is null;

-- A message to everybody whom a plan, course or legal text concerns; a job makes a message for each.
create table message_announcement (
  id uuid primary key default gen_random_uuid(),
  audience text not null check (audience in ('PLAN_PAID', 'PLAN_UNPAID', 'COURSE_UNFINISHED', 'TEXT_READERS',
    'TEXT_TOLD')),
  audience_id text not null,
  kind text not null check (kind in ('PAYMENT', 'INVOICE', 'REVIEW', 'PROOF', 'DEADLINE', 'ACCOUNT', 'COURSE')),
  title text not null,
  body text not null,
  link text not null,
  made_at timestamptz not null default app_now(),
  -- The last student who has it; the job goes in the order of ids.
  told_to uuid,
  done_at timestamptz
);
create index message_announcement_open on message_announcement (made_at, id) where done_at is null;

-- A message that goes out by e-mail or SMS as well, written in the transaction of the message.
create table message_delivery (
  message_id uuid not null,
  student_id uuid not null,
  channel text not null check (channel in ('EMAIL', 'SMS')),
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED', 'DROPPED')),
  tries smallint not null default 0 check (tries >= 0),
  queued_at timestamptz not null default app_now(),
  -- Not sent before; moved on before each try, so that no other process tries at the same time.
  next_at timestamptz not null default app_now(),
  tried_at timestamptz,
  sent_at timestamptz,
  -- A code of the last failed try.
  reason text check (char_length(reason) <= 100),
  waiting_channel text generated always as (case when state = 'WAITING' then channel else null::text end) stored,
  constraint message_delivery_pkey primary key (message_id, channel),
  constraint message_delivery_message_id_student_id_fkey foreign key (message_id, student_id) references message (id,
    student_id) on delete cascade,
  constraint message_delivery_student_id_waiting_channel_fkey foreign key (student_id, waiting_channel) references
    message_consent (student_id, channel),
  constraint message_delivery_check check ((state = 'SENT') = (sent_at is not null)),
  constraint message_delivery_check1 check (state <> 'FAILED' or reason is not null),
  constraint message_delivery_check2 check ((tries = 0) = (tried_at is null))
);
create index message_delivery_queued on message_delivery (queued_at);
create index message_delivery_student on message_delivery (student_id, channel, tried_at);
create index message_delivery_waiting on message_delivery (channel, next_at) where state = 'WAITING';

-- A student's consent to messages by e-mail or SMS; taking it back deletes the row.
create table message_consent (
  student_id uuid not null references student (id),
  channel text not null check (channel in ('EMAIL', 'SMS')),
  -- Proven by a code; an SMS goes to the phone of the account.
  address text check (char_length(address) between 5 and 100),
  agreed_at timestamptz not null default app_now(),
  constraint message_consent_pkey primary key (student_id, channel),
  constraint message_consent_check check ((channel = 'EMAIL') = (address is not null))
);

-- A code sent to an address to prove it; kept for a day, to limit how many are sent.
create table email_code (
  id uuid primary key,
  student_id uuid not null references student (id),
  address text not null check (char_length(address) between 5 and 100),
  code_mac text not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  sent_at timestamptz not null default app_now()
);
create index email_code_address on email_code (address, sent_at);
create index email_code_sent on email_code (sent_at);
create index email_code_student on email_code (student_id, sent_at);
