-- Messages out of the portal, by e-mail or SMS (docs/messages.md, decision 026): who wants them, and what waits to be sent or was.
-- Empty where no channel is configured: nobody can agree to one.
drop table message_delivery;

-- A row is the consent; taking it back deletes it.
create table message_consent (
  student_id uuid not null references student,
  channel text not null check (channel in ('EMAIL', 'SMS')),
  address text check (char_length(address) between 5 and 100), -- proven by a code; an SMS goes to the account's phone
  agreed_at timestamptz not null default app_now(),
  primary key (student_id, channel),
  check ((channel = 'EMAIL') = (address is not null))
);

-- Codes sent to an address to prove it; kept a day, to count them.
create table email_code (
  id uuid primary key,
  student_id uuid not null references student,
  address text not null check (char_length(address) between 5 and 100),
  code_mac text not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  sent_at timestamptz not null default app_now()
);
create index email_code_student on email_code (student_id, sent_at);
create index email_code_address on email_code (address, sent_at);
create index email_code_sent on email_code (sent_at);

alter table message add constraint message_of_student unique (id, student_id);

-- What is to be sent, written in the transaction of its message. No address and no text stand here.
create table message_delivery (
  message_id uuid not null,
  student_id uuid not null,
  channel text not null check (channel in ('EMAIL', 'SMS')),
  -- DROPPED: the student took the consent back first
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED', 'DROPPED')),
  tries smallint not null default 0 check (tries >= 0),
  queued_at timestamptz not null default app_now(),
  next_at timestamptz not null default app_now(), -- not before; moved on before each try, so that nobody else makes it
  tried_at timestamptz,
  sent_at timestamptz,
  reason text check (char_length(reason) <= 100), -- a code of the gateway's or of ours, of the last try that failed
  primary key (message_id, channel),
  foreign key (message_id, student_id) references message (id, student_id) on delete cascade,
  -- nothing waits without a consent
  waiting_channel text generated always as (case when state = 'WAITING' then channel end) stored,
  foreign key (student_id, waiting_channel) references message_consent (student_id, channel),
  check ((state = 'SENT') = (sent_at is not null)),
  check (state <> 'FAILED' or reason is not null),
  check ((tries = 0) = (tried_at is null))
);
create index message_delivery_waiting on message_delivery (channel, next_at) where state = 'WAITING';
create index message_delivery_student on message_delivery (student_id, channel, tried_at);
create index message_delivery_queued on message_delivery (queued_at);

insert into role_permission (role_code, permission) values ('SUPER_ADMIN', 'message.deliver');
