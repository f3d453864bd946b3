-- Plans, courses, lessons, question banks; a student's sign-up; orders and payments.

create table plan (
  id uuid primary key default gen_random_uuid(),
  year integer not null unique check (year between 2000 and 9999),
  title text not null,
  sign_start_at timestamptz not null,
  sign_end_at timestamptz not null,
  study_end_at timestamptz not null,
  price_fen integer not null check (price_fen >= 0),
  required_professional integer not null check (required_professional >= 0), -- tenths of an hour
  required_public integer not null check (required_public >= 0),             -- tenths of an hour
  check (sign_start_at < sign_end_at and sign_end_at <= study_end_at)
);

create table teacher (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  title_code smallint not null default 0,
  employer text not null default '',
  intro text not null default ''
);

create table course (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  title text not null,
  intro text not null,
  subject text not null check (subject in ('PROFESSIONAL', 'PUBLIC')),
  teacher_id uuid not null references teacher,
  cover_file_id uuid references file,
  trial_seconds integer not null default 180 check (trial_seconds >= 0) -- of the first lesson; 0: none
);

create table lesson (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references course,
  position integer not null,
  title text not null,
  kind text not null check (kind in ('VIDEO', 'ARTICLE')),
  duration_ds integer not null check (duration_ds > 0), -- tenths of a second
  video_file_id uuid references file,
  unique (course_id, position),
  check (kind <> 'VIDEO' or video_file_id is not null)
);

create table question (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references course,
  type text not null check (type in ('SINGLE', 'MULTIPLE', 'JUDGE')),
  difficulty smallint not null default 2 check (difficulty between 1 and 3),
  stem text not null,
  options jsonb not null,  -- [{id, text}]
  answer text[] not null check (cardinality(answer) >= 1),
  explanation text not null default '',
  enabled boolean not null default true,
  unique (course_id, stem),
  check (type = 'MULTIPLE' or cardinality(answer) = 1)
);

create table plan_course (
  id uuid primary key default gen_random_uuid(),
  plan_id uuid not null references plan,
  course_id uuid not null references course,
  position integer not null,
  required boolean not null,
  hours integer not null check (hours > 0), -- tenths of an hour
  -- the exam's rules
  single_count integer not null default 10 check (single_count >= 0),
  multiple_count integer not null default 5 check (multiple_count >= 0),
  judge_count integer not null default 5 check (judge_count >= 0),
  points_each integer not null default 5 check (points_each > 0),
  pass_mark integer not null default 60 check (pass_mark > 0),
  exam_seconds integer not null default 1800 check (exam_seconds > 0),
  attempts_per_round integer not null default 3 check (attempts_per_round > 0),
  random_captures integer not null default 2 check (random_captures >= 0),
  unique (plan_id, course_id),
  unique (id, plan_id, course_id),
  check (pass_mark <= points_each * (single_count + multiple_count + judge_count))
);

-- 报名: one per student and plan, its id stable. States are derived from these facts.
create table sign (
  id uuid primary key default gen_random_uuid(),
  student_id uuid not null references student,
  plan_id uuid not null references plan,
  created_at timestamptz not null default app_now(),
  paid_at timestamptz,
  refunded_at timestamptz,
  unique (student_id, plan_id),
  unique (id, plan_id),
  unique (id, student_id),
  check (refunded_at is null or paid_at is not null)
);

-- The composite keys make a course of another plan impossible.
create table sign_course (
  id uuid primary key default gen_random_uuid(),
  sign_id uuid not null,
  student_id uuid not null,
  plan_id uuid not null,
  plan_course_id uuid not null,
  course_id uuid not null,
  evaluated_at timestamptz,
  round integer not null default 1 check (round >= 1), -- a re-study round starts from zero coverage
  unique (sign_id, plan_course_id),
  unique (id, student_id),
  foreign key (sign_id, plan_id) references sign (id, plan_id),
  foreign key (sign_id, student_id) references sign (id, student_id),
  foreign key (plan_course_id, plan_id, course_id) references plan_course (id, plan_id, course_id)
);
create index sign_course_student on sign_course (student_id);

-- product §2: the choice is locked once paid
create function lock_paid_choice() returns trigger language plpgsql as $$
declare paid boolean;
begin
  select paid_at is not null and refunded_at is null into paid
    from sign where id = coalesce(new.sign_id, old.sign_id);
  if paid then
    raise exception 'the courses of a paid sign are locked' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger sign_course_locked before insert or delete on sign_course
  for each row execute function lock_paid_choice();

create table evaluation (
  sign_course_id uuid primary key references sign_course,
  content smallint not null check (content between 1 and 5),
  teacher smallint not null check (teacher between 1 and 5),
  usefulness smallint not null check (usefulness between 1 and 5),
  text text not null default '' check (char_length(text) <= 200),
  at timestamptz not null default app_now()
);

create table orders (
  order_no text primary key,
  student_id uuid not null references student,
  pay_type text not null check (pay_type in ('WECHAT', 'ALIPAY', 'DEMO', 'FREE')),
  amount_fen integer not null check (amount_fen >= 0),
  status text not null check (status in ('PENDING', 'PAID', 'CLOSED', 'REFUNDING', 'REFUNDED')),
  course_ids uuid[] not null, -- sorted: what makes two requests the same order
  created_at timestamptz not null default app_now(),
  expire_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz,
  close_reason text check (close_reason in ('EXPIRED', 'CANCELLED', 'REPLACED', 'CHANNEL_CLOSED', 'REFUNDED_LATE')),
  unique (order_no, status),
  check ((status in ('PAID', 'REFUNDING', 'REFUNDED')) = (paid_at is not null)),
  check ((status = 'CLOSED') = (closed_at is not null)),
  check ((closed_at is null) = (close_reason is null)),
  check (pay_type <> 'FREE' or amount_fen = 0)
);
create index orders_student on orders (student_id, created_at desc);
create index orders_open on orders (expire_at) where status = 'PENDING';

-- A line carries its order's status by foreign key, so that "one live order per sign" is an index.
create table order_line (
  order_no text not null,
  order_status text not null,
  sign_id uuid not null references sign,
  title text not null,
  amount_fen integer not null check (amount_fen >= 0),
  primary key (order_no, sign_id),
  foreign key (order_no, order_status) references orders (order_no, status) on update cascade
);
create unique index order_line_one_live on order_line (sign_id)
  where order_status in ('PENDING', 'PAID', 'REFUNDING');
create index order_line_sign on order_line (sign_id);

-- One channel order; an out_trade_no is used once (domain §4.1).
create table payment (
  out_trade_no text primary key,
  order_no text not null references orders,
  channel text not null,
  amount_fen integer not null check (amount_fen > 0),
  code_url text,
  status text not null check (status in ('CREATED', 'PAID', 'CLOSED', 'REFUNDING', 'REFUNDED')),
  transaction_id text unique,
  created_at timestamptz not null default app_now(),
  paid_at timestamptz,
  channel_state text,               -- what the channel said last while unpaid
  queried_at timestamptz,
  query_count integer not null default 0,
  check ((status in ('PAID', 'REFUNDING', 'REFUNDED')) = (paid_at is not null))
);
create index payment_order on payment (order_no);
create unique index payment_one_open on payment (order_no) where status = 'CREATED';

create table refund (
  refund_no text primary key,
  out_trade_no text not null references payment,
  amount_fen integer not null check (amount_fen > 0),
  reason text not null,
  status text not null check (status in ('PENDING', 'DONE', 'FAILED')),
  created_at timestamptz not null default app_now(),
  done_at timestamptz,
  check ((status = 'DONE') = (done_at is not null))
);
create index refund_open on refund (created_at) where status <> 'DONE';

-- The demo cashier's own book: what a real gateway would keep on its side. Production refuses it.
create table demo_cashier (
  out_trade_no text primary key,
  amount_fen integer not null,
  description text not null,
  state text not null check (state in ('NOTPAY', 'SUCCESS', 'PAYERROR', 'CLOSED', 'REFUND')),
  transaction_id text unique,
  expire_at timestamptz not null,
  paid_at timestamptz
);
