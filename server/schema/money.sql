-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.

-- An order of a student or an employer.
create table orders (
  order_no text primary key,
  student_id uuid references student (id),
  pay_type text not null check (pay_type in ('WECHAT', 'ALIPAY', 'DEMO', 'FREE')),
  amount_fen integer not null check (amount_fen >= 0),
  status text not null check (status in ('PENDING', 'PAID', 'CLOSED', 'REFUNDING', 'REFUNDED')),
  created_at timestamptz not null default app_now(),
  expire_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz,
  close_reason text check (close_reason in ('EXPIRED', 'CANCELLED', 'REPLACED', 'CHANNEL_CLOSED', 'REFUNDED_LATE')),
  organisation_id uuid references organisation (id),
  constraint orders_amount unique (order_no, amount_fen),
  constraint orders_order_no_status_key unique (order_no, status),
  constraint orders_check check ((status in ('PAID', 'REFUNDING', 'REFUNDED')) = (paid_at is not null)),
  constraint orders_check1 check ((status = 'CLOSED') = (closed_at is not null)),
  constraint orders_check2 check ((closed_at is null) = (close_reason is null)),
  constraint orders_check3 check (pay_type <> 'FREE' or amount_fen = 0),
  constraint orders_owner check (num_nonnulls(student_id, organisation_id) = 1)
);
create index orders_newest on orders (created_at desc, order_no desc);
create index orders_number on orders (order_no text_pattern_ops);
create index orders_open on orders (expire_at) where status = 'PENDING';
create index orders_organisation on orders (organisation_id, created_at desc) where organisation_id is not null;
create index orders_paid on orders (paid_at) where paid_at is not null;
create index orders_student on orders (student_id, created_at desc);
create trigger order_of_open_account before insert on orders for each row when (new.student_id is not null) execute
  function refuse_closed_student();
create constraint trigger orders_add_up after insert or update of status, amount_fen on orders deferrable initially
  deferred for each row execute function money_adds_up();

-- One sign-up in an order; it carries the state of the order, so that an index keeps one live order for each
--   sign-up.
create table order_line (
  order_no text not null,
  order_status text not null,
  sign_id uuid not null references sign (id),
  title text not null,
  amount_fen integer not null check (amount_fen >= 0),
  position integer not null default 1 check ("position" >= 1 and "position" <= 9999),
  -- The courses, sorted: equal lists are the same order.
  course_ids uuid[] not null,
  -- When the money of this line was back.
  refunded_at timestamptz,
  constraint order_line_pkey primary key (order_no, sign_id),
  constraint order_line_amount unique (order_no, sign_id, amount_fen),
  constraint order_line_position unique (order_no, "position"),
  constraint order_line_order_no_order_status_fkey foreign key (order_no, order_status) references orders (order_no,
    status) on update cascade
);
create index order_line_given_back on order_line (sign_id) where refunded_at is not null;
create unique index order_line_one_live on order_line (sign_id) where (order_status in ('PENDING', 'PAID',
  'REFUNDING')) and refunded_at is null;
create index order_line_sign on order_line (sign_id);

-- An order at a payment channel; a number is used once.
create table payment (
  out_trade_no text primary key,
  order_no text not null references orders (order_no),
  channel text not null,
  amount_fen integer not null check (amount_fen > 0),
  code_url text,
  status text not null check (status in ('CREATED', 'PAID', 'CLOSED', 'REFUNDING', 'REFUNDED')),
  transaction_id text unique,
  created_at timestamptz not null default app_now(),
  paid_at timestamptz,
  -- What the channel last said while it was unpaid.
  channel_state text,
  queried_at timestamptz,
  query_count integer not null default 0,
  kind text not null check (kind in ('NATIVE', 'H5', 'JSAPI')),
  -- The kind of the payment that is to replace this one.
  next_kind text check (next_kind in ('NATIVE', 'H5', 'JSAPI')),
  -- The payer of a payment inside WeChat, while it is open.
  payer_key text,
  -- What the channel took, where it was more than the order.
  total_fen integer,
  constraint payment_of_order unique (out_trade_no, order_no),
  constraint payment_whole unique (out_trade_no, amount_fen),
  constraint payment_amount foreign key (order_no, amount_fen) references orders (order_no, amount_fen),
  constraint payment_check check ((status in ('PAID', 'REFUNDING', 'REFUNDED')) = (paid_at is not null)),
  constraint payment_check1 check (total_fen >= amount_fen),
  constraint payment_next check (next_kind is null or status = 'CREATED'),
  constraint payment_payer check (payer_key is null or kind = 'JSAPI' and status = 'CREATED'),
  constraint payment_payer_known check (kind <> 'JSAPI' or status <> 'CREATED' or code_url is null or payer_key is not
    null)
);
create index payment_number on payment (out_trade_no text_pattern_ops);
create index payment_of_channel on payment (channel, created_at);
create unique index payment_one_open on payment (order_no) where status = 'CREATED';
create unique index payment_one_paid on payment (order_no) where status = 'PAID';
create index payment_order on payment (order_no);
create index payment_paid_at on payment (paid_at) where paid_at is not null;
create index payment_transaction on payment (transaction_id text_pattern_ops) where transaction_id is not null;
create constraint trigger payment_adds_up after insert or update of status, order_no on payment deferrable initially
  deferred for each row execute function money_adds_up();

-- Money that goes back: a line that was asked for, or a whole second or late payment.
create table refund (
  refund_no text primary key,
  out_trade_no text not null references payment (out_trade_no),
  amount_fen integer not null check (amount_fen > 0),
  reason text not null check (reason in ('SECOND_PAYMENT', 'LATE_PAYMENT', 'REQUESTED')),
  -- FAILED: this try cannot succeed, the next has another number. STUCK: the channel waits for somebody in its
  --   console.
  status text not null check (status in ('PENDING', 'STUCK', 'FAILED', 'DONE')),
  created_at timestamptz not null default app_now(),
  done_at timestamptz,
  -- The number of the try; each try has a number of its own at the channel.
  attempt integer not null default 1 check (attempt >= 1),
  asked_at timestamptz,
  ask_count integer not null default 0,
  order_no text,
  sign_id uuid,
  whole_fen integer generated always as (case when sign_id is null then amount_fen else null::integer end) stored,
  -- How often in a row the channel gave no usable answer.
  unanswered integer not null default 0 check (unanswered >= 0),
  -- Since when the channel says that the money is on its way.
  on_its_way_since timestamptz,
  -- How often staff asked the channel.
  asked_by_hand integer not null default 0 check (asked_by_hand >= 0),
  last_answer text check (last_answer in ('DONE', 'PENDING', 'STUCK', 'FAILED', 'REFUSED', 'UNANSWERED', 'NO_CHANNEL',
    'SPENT')),
  -- What the channel last said, for staff.
  last_words text check (char_length(last_words) <= 200),
  answered_at timestamptz,
  constraint refund_once unique nulls not distinct (out_trade_no, sign_id),
  constraint refund_line_amount foreign key (order_no, sign_id, amount_fen) references order_line (order_no, sign_id,
    amount_fen),
  constraint refund_of_payment foreign key (out_trade_no, order_no) references payment (out_trade_no, order_no),
  constraint refund_whole foreign key (out_trade_no, whole_fen) references payment (out_trade_no, amount_fen),
  constraint refund_asked_for check ((reason = 'REQUESTED') = (sign_id is not null)),
  constraint refund_check check ((status = 'DONE') = (done_at is not null)),
  constraint refund_line check (num_nonnulls(order_no, sign_id) in (0, 2))
);
create index refund_done_at on refund (done_at) where done_at is not null;
create index refund_of_line on refund (order_no, sign_id);
create index refund_open on refund (created_at) where status <> 'DONE';
create constraint trigger refund_adds_up after insert or update of status on refund deferrable initially deferred for
  each row execute function money_adds_up();
create constraint trigger refund_ends_application after insert on refund deferrable initially deferred for each row
  when (new.order_no is not null) execute function refuse_refunded_application();

-- A request for a refund; a yes begins the refund in the same transaction.
create table refund_request (
  id uuid primary key,
  order_no text not null references orders (order_no),
  reason text not null check (char_length(reason) between 2 and 200),
  state text not null default 'OPEN' check (state in ('OPEN', 'WITHDRAWN', 'REFUSED', 'APPROVED')),
  asked_at timestamptz not null default app_now(),
  decided_by text,
  decided_at timestamptz,
  decide_reason text,
  sign_id uuid not null,
  -- The member of staff who asked; empty where the owner of the order did.
  asked_by text,
  constraint refund_request_line foreign key (order_no, sign_id) references order_line (order_no, sign_id),
  constraint refund_request_check check ((state = 'OPEN') = (decided_at is null)),
  constraint refund_request_check1 check ((state in ('REFUSED', 'APPROVED')) = (decided_by is not null)),
  constraint refund_request_check2 check ((decided_by is null) = (decide_reason is null)),
  constraint refund_request_second_person check (asked_by is distinct from decided_by or asked_by is null)
);
create unique index refund_request_one on refund_request (order_no, sign_id) where state in ('OPEN', 'APPROVED');
create index refund_request_order on refund_request (order_no);
create index refund_request_state on refund_request (state, asked_at);

-- What is done about a case, with its sum; some outcomes need a second person (docs/payments.md).
create table money_decision (
  id uuid primary key,
  case_id uuid not null references money_difference (id),
  -- Another case that it settles too.
  counter_id uuid references money_difference (id),
  -- PAYS_ORDER: the money of the bill pays an order. BILL_ROW: another row of a bill makes up for it.
  --   REFUNDS_LINE: a refund made in the merchant console ends a line. PARTIAL: a part of a line is back, its course
  --   goes on. IN_PLACE_OF: it replaces a refund of ours. RETURNED: given back in another way. RECOVERED: the payer
  --   paid it back. KEPT: income of no order. WRITTEN_OFF: a loss. CONFIRMED: looked into, our books are right.
  outcome text not null check (outcome in ('PAYS_ORDER', 'BILL_ROW', 'REFUNDS_LINE', 'PARTIAL', 'IN_PLACE_OF',
    'RETURNED', 'RECOVERED', 'KEPT', 'WRITTEN_OFF', 'CONFIRMED')),
  amount_fen bigint not null check (amount_fen >= 0),
  order_no text references orders (order_no),
  sign_id uuid,
  refund_no text references refund (refund_no),
  -- The number of a transfer, or the number in a bill.
  reference text check (char_length(reference) between 4 and 64),
  -- The evidence.
  file_id uuid references file (id),
  reason text not null check (char_length(reason) between 2 and 200),
  -- Whether a second person decides.
  second boolean not null,
  -- The sum that the student was told; empty for none.
  told_fen bigint,
  asked_by text not null,
  asked_at timestamptz not null default app_now(),
  state text not null default 'OPEN' check (state in ('OPEN', 'WITHDRAWN', 'REFUSED', 'APPROVED', 'UNDONE')),
  decided_by text,
  decided_at timestamptz,
  decide_reason text,
  undone_by text,
  undone_at timestamptz,
  undo_reason text,
  -- From a version without sums and evidence.
  before_cases boolean not null default false,
  constraint money_decision_order_no_sign_id_fkey foreign key (order_no, sign_id) references order_line (order_no,
    sign_id),
  constraint money_decision_always_second check (second or (outcome in ('PAYS_ORDER', 'BILL_ROW', 'RETURNED',
    'RECOVERED', 'KEPT', 'WRITTEN_OFF')) and refund_no is null),
  constraint money_decision_check check (counter_id <> case_id),
  constraint money_decision_check1 check (outcome = 'CONFIRMED' or amount_fen > 0),
  constraint money_decision_check2 check ((state = 'OPEN') = (decided_at is null) and (decided_at is null) =
    (decided_by is null)),
  constraint money_decision_check3 check ((state = 'UNDONE') = (undone_at is not null) and (num_nonnulls(undone_by,
    undone_at, undo_reason) in (0, 3))),
  constraint money_decision_evidence check (file_id is not null or before_cases or (outcome not in ('RETURNED',
    'RECOVERED', 'KEPT', 'WRITTEN_OFF', 'CONFIRMED'))),
  constraint money_decision_reference check (reference is not null or (outcome not in ('BILL_ROW', 'IN_PLACE_OF',
    'RETURNED', 'RECOVERED'))),
  constraint money_decision_second_person check (case state when 'WITHDRAWN' then decided_by = asked_by when 'REFUSED'
    then decided_by <> asked_by when 'OPEN' then second else not second or decided_by <> asked_by end),
  constraint money_decision_target check (case outcome when 'PAYS_ORDER' then order_no is not null when 'REFUNDS_LINE'
    then sign_id is not null and (refund_no is not null or (state not in ('APPROVED', 'UNDONE'))) when 'PARTIAL' then
    sign_id is not null when 'IN_PLACE_OF' then refund_no is not null else true end)
);
create index money_decision_case on money_decision (case_id, asked_at);
create index money_decision_counter on money_decision (counter_id) where counter_id is not null;
create index money_decision_open on money_decision (asked_at) where state = 'OPEN';
create index money_decision_order on money_decision (order_no) where order_no is not null;
create index money_decision_partial on money_decision (order_no, sign_id) where outcome = 'PARTIAL' and state =
  'APPROVED';
create index money_decision_reference_known on money_decision (reference) where reference is not null;
create index money_decision_refund on money_decision (refund_no) where refund_no is not null;
create unique index money_decision_transfer on money_decision (reference) where (outcome in ('RETURNED', 'RECOVERED'))
  and counter_id is null and (state in ('OPEN', 'APPROVED')) and not before_cases;
create unique index money_decision_waits on money_decision (case_id) where state = 'OPEN';
create constraint trigger money_decision_adds_up after insert or update of state on money_decision deferrable
  initially immediate for each row when (new.state = 'APPROVED' and not new.before_cases) execute function
  money_case_adds_up();

-- What a channel did on a day, by its bill; a row is a day that was compared.
create table bill (
  channel text not null,
  day date not null,
  fetched_at timestamptz not null default app_now(),
  payments integer not null,
  paid_fen bigint not null,
  refunds integer not null,
  refunded_fen bigint not null,
  -- Rows that are neither payments nor refunds of ours.
  others integer not null default 0 check (others >= 0),
  constraint bill_pkey primary key (channel, day)
);

-- A payment or refund in a channel's bill.
create table bill_line (
  channel text not null,
  day date not null,
  kind text not null check (kind in ('PAYMENT', 'REFUND')),
  -- Our number of the payment or refund.
  number text not null,
  out_trade_no text not null,
  transaction_id text not null,
  amount_fen integer not null check (amount_fen >= 0),
  at timestamptz,
  -- False for a refund that is still on its way.
  done boolean not null default true,
  constraint bill_line_pkey primary key (channel, day, kind, number, out_trade_no, transaction_id, amount_fen),
  constraint bill_line_channel_day_fkey foreign key (channel, day) references bill (channel, day),
  constraint bill_line_check check (done or kind = 'REFUND')
);
create index bill_line_number on bill_line (number);
create index bill_line_refund on bill_line (out_trade_no) where kind = 'REFUND';
create index bill_line_typed on bill_line (money_number(number));

-- Why the last try to fetch a day's bill failed.
create table bill_try (
  channel text not null,
  day date not null,
  at timestamptz not null,
  why text not null check (why in ('NOT_MADE', 'FAILED', 'EMPTY', 'CUT', 'MISMATCH', 'UNREADABLE')),
  -- The last result that staff were told of.
  told text not null,
  told_at timestamptz not null,
  constraint bill_try_pkey primary key (channel, day)
);

-- A case: where the channel's money and our books differ. Open until the books agree or decisions settle it.
create table money_difference (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('CHANNEL_TIME', 'NOT_BOOKED', 'UNKNOWN_PAYMENT', 'AMOUNT', 'NOT_AT_CHANNEL',
    'REFUND_NOT_BOOKED', 'REFUND_UNKNOWN', 'REFUND_AMOUNT', 'REFUND_NOT_AT_CHANNEL', 'REFUND_STUCK', 'REFUND_TWICE',
    'NOTIFICATION', 'RULE')),
  -- The number that it is about.
  subject text not null,
  channel text,
  order_no text references orders (order_no),
  day date,
  detail jsonb not null,
  found_at timestamptz not null default app_now(),
  -- When the portal last asked the channel by itself.
  tried_at timestamptz,
  -- HEALED: asking the channel again made both agree. RESOLVED: decisions of staff settled it.
  state text not null default 'OPEN' check (state in ('OPEN', 'HEALED', 'RESOLVED')),
  resolved_by text,
  resolved_at timestamptz,
  resolution text,
  reopened_at timestamptz,
  reopened_by text,
  reopen_reason text,
  constraint money_difference_kind_subject_key unique (kind, subject),
  constraint money_difference_check check ((state = 'OPEN') = (resolved_at is null)),
  constraint money_difference_check1 check ((state = 'RESOLVED') = (resolved_by is not null)),
  constraint money_difference_check2 check (state <> 'RESOLVED' or resolution is not null),
  constraint money_difference_check3 check (num_nonnulls(reopened_at, reopened_by, reopen_reason) in (0, 3))
);
create index money_difference_state on money_difference (state, found_at);

-- Paid study that was left when an account was closed; finance decides about the money.
create table closed_account_money (
  order_no text not null,
  sign_id uuid not null,
  student_id uuid not null references student (id),
  -- The part of the price that was not studied.
  amount_fen integer not null check (amount_fen > 0),
  -- Tenths of an hour.
  hours_left integer not null check (hours_left > 0),
  opened_at timestamptz not null default app_now(),
  state text not null default 'OPEN' check (state in ('OPEN', 'KEPT')),
  decided_by text,
  decided_at timestamptz,
  reason text check (char_length(reason) between 2 and 200),
  constraint closed_account_money_pkey primary key (order_no, sign_id),
  constraint closed_account_money_order_no_sign_id_fkey foreign key (order_no, sign_id) references order_line
    (order_no, sign_id),
  constraint closed_account_money_check check ((state = 'OPEN') = (decided_at is null) and (num_nonnulls(decided_by,
    decided_at, reason) in (0, 3)))
);
create index closed_account_money_open on closed_account_money (opened_at) where state = 'OPEN';
create index closed_account_money_student on closed_account_money (student_id);

-- A day on which the nightly check looked at all orders.
create table money_check (
  day date primary key,
  at timestamptz not null default app_now(),
  orders bigint not null,
  faults integer not null
);

-- The last self-test of each payment channel.
create table channel_check (
  channel text primary key,
  at timestamptz not null default app_now(),
  checked_by text not null,
  ok boolean not null,
  result jsonb not null check (pg_column_size(result) < 16384)
);

-- An application for an e-invoice of a paid order, and the invoice that came of it.
create table invoice (
  id uuid primary key default gen_random_uuid(),
  apply_no text not null unique check (apply_no ~ '^FP\d{14}$'),
  order_no text not null references orders (order_no),
  -- What was paid and kept.
  amount_fen integer not null check (amount_fen > 0),
  state text not null default 'PENDING' check (state in ('PENDING', 'ISSUING', 'ISSUED', 'FAILED', 'REVERSED')),
  title_type text not null check (title_type in ('PERSONAL', 'COMPANY', 'INSTITUTION')),
  title text not null check (char_length(title) between 2 and 100),
  tax_no text check (tax_no ~ '^[0-9A-HJ-NPQRTUWXY]{18}$'),
  email text not null default '' check (email = '' or char_length(email) >= 5 and char_length(email) <= 100),
  remark text not null default '' check (char_length(remark) <= 100),
  -- The reversed invoice in whose place it is.
  replaces_id uuid references invoice (id),
  original boolean not null generated always as (replaces_id is null) stored,
  invoice_no text check (invoice_no ~ '^\d{8,20}$'),
  file_id uuid unique references file (id),
  exported_at timestamptz,
  issued_at timestamptz,
  issued_by uuid references staff (id),
  failed_at timestamptz,
  fail_reason text,
  red_no text unique check (red_no ~ '^\d{8,20}$'),
  reversed_at timestamptz,
  reverse_reason text,
  created_at timestamptz not null default app_now(),
  -- When the applicant took the application back.
  withdrawn_at timestamptz,
  -- What became, in the tax system, of an application that was given up; OPEN until staff say so.
  tax_state text check (tax_state in ('OPEN', 'RED', 'VOIDED', 'NEVER_ISSUED')),
  -- The code (发票代码) on older forms.
  invoice_code text check (invoice_code ~ '^\d{10,12}$'),
  -- The date on the invoice (开票日期).
  dated_on date,
  -- The same file is no second invoice.
  file_sha256 bytea,
  -- How the content of the file was compared; empty for older invoices.
  check_way text check (check_way in ('READ', 'ACCEPTED', 'TYPED')),
  check_note text check (char_length(check_note) between 2 and 200),
  red_file_id uuid unique references file (id),
  constraint invoice_id_original_key unique (id, original),
  constraint invoice_check check (title_type = 'PERSONAL' or title_type = 'INSTITUTION' or tax_no is not null),
  constraint invoice_check1 check (title_type <> 'PERSONAL' or tax_no is null),
  constraint invoice_check2 check ((state in ('ISSUED', 'REVERSED')) = (issued_at is not null)),
  constraint invoice_check3 check (num_nonnulls(issued_at, issued_by, file_id) in (0, 3)),
  constraint invoice_check4 check ((state = 'FAILED') = (failed_at is not null)),
  constraint invoice_check5 check ((failed_at is null) = (fail_reason is null)),
  constraint invoice_check6 check ((state = 'REVERSED') = (reversed_at is not null)),
  constraint invoice_checked check ((check_note is not null) = (check_way is not null and check_way <> 'READ')),
  constraint invoice_checked_file check (check_way is null or file_sha256 is not null and invoice_no is not null and
    dated_on is not null),
  constraint invoice_given_up check (tax_state is null or state = 'FAILED' and withdrawn_at is null),
  constraint invoice_red_file check (red_file_id is null or red_no is not null),
  constraint invoice_red_is_another check (red_no <> invoice_no),
  constraint invoice_reversal check ((num_nonnulls(reversed_at, reverse_reason) in (0, 2)) and (red_no is not null) =
    (state = 'REVERSED' or not tax_state is distinct from 'RED')),
  constraint invoice_withdrawn check (withdrawn_at is null or state = 'FAILED' and withdrawn_at = failed_at)
);
create unique index invoice_bytes_one on invoice (file_sha256);
create index invoice_newest on invoice (created_at desc, apply_no desc);
create unique index invoice_number_one on invoice (invoice_no, coalesce(invoice_code, '')) where tax_state is distinct
  from 'NEVER_ISSUED';
create unique index invoice_one_live on invoice (order_no) where state in ('PENDING', 'ISSUING', 'ISSUED');
create index invoice_open_tax_no on invoice (tax_no) where state in ('PENDING', 'ISSUING');
create index invoice_open_title on invoice (invoice_title_key(title)) where state in ('PENDING', 'ISSUING');
create index invoice_order on invoice (order_no, created_at desc);
create index invoice_queue on invoice (state, created_at, id);
create unique index invoice_replaces on invoice (replaces_id) where state <> 'FAILED';
create index invoice_tax_open on invoice (created_at) where tax_state = 'OPEN';
create trigger invoice_issued_for_paid_order before update on invoice for each row when (new.state = 'ISSUED' and
  old.state <> 'ISSUED') execute function require_paid_order();
create trigger invoice_kept before update on invoice for each row execute function keep_invoice();
create trigger invoice_of_paid_order before insert on invoice for each row execute function require_paid_order();

-- A wish for another invoice (换开): what the new one is to say once staff have reversed the old one.
create table invoice_change (
  invoice_id uuid not null,
  original boolean not null default true check (original),
  title_type text not null check (title_type in ('PERSONAL', 'COMPANY', 'INSTITUTION')),
  title text not null check (char_length(title) between 2 and 100),
  tax_no text check (tax_no ~ '^[0-9A-HJ-NPQRTUWXY]{18}$'),
  email text not null default '' check (email = '' or char_length(email) >= 5 and char_length(email) <= 100),
  remark text not null default '' check (char_length(remark) <= 100),
  reason text not null check (char_length(reason) between 2 and 200),
  asked_at timestamptz not null default app_now(),
  id uuid primary key default gen_random_uuid(),
  withdrawn_at timestamptz,
  constraint invoice_change_invoice_id_original_fkey foreign key (invoice_id, original) references invoice (id,
    original),
  constraint invoice_change_check check (title_type = 'PERSONAL' or title_type = 'INSTITUTION' or tax_no is not null),
  constraint invoice_change_check1 check (title_type <> 'PERSONAL' or tax_no is null)
);
create index invoice_change_asked on invoice_change (invoice_id, asked_at);
create unique index invoice_change_one on invoice_change (invoice_id) where withdrawn_at is null;

-- A title that a student keeps for the next invoice.
create table invoice_title (
  id uuid primary key default gen_random_uuid(),
  student_id uuid not null references student (id),
  title_type text not null check (title_type in ('PERSONAL', 'COMPANY', 'INSTITUTION')),
  title text not null check (char_length(title) between 2 and 100),
  tax_no text check (tax_no ~ '^[0-9A-HJ-NPQRTUWXY]{18}$'),
  used_at timestamptz not null default app_now(),
  constraint invoice_title_check1 check (title_type = 'PERSONAL' or title_type = 'INSTITUTION' or tax_no is not null),
  constraint invoice_title_check2 check (title_type <> 'PERSONAL' or tax_no is null)
);
create unique index invoice_title_one on invoice_title (student_id, title_type, title, coalesce(tax_no, ''));

-- What was read from an uploaded invoice file.
create table invoice_reading (
  file_id uuid primary key references file (id),
  reading jsonb not null,
  read_at timestamptz not null default app_now()
);

-- What of closed accounts waits for finance.
create view closed_account_money_waiting as
 select order_no,
    sign_id,
    student_id,
    amount_fen,
    hours_left,
    opened_at,
    state,
    decided_by,
    decided_at,
    reason
   from closed_account_money waiting
  where state = 'OPEN' and not (exists (select
           from refund
          where refund.order_no = waiting.order_no and refund.sign_id = waiting.sign_id));

-- Issued invoices that staff have to reverse.
create view invoice_to_reverse as
 select invoice.id,
    invoice.issued_at
   from invoice_change
     join invoice on invoice.id = invoice_change.invoice_id
  where invoice.state = 'ISSUED' and invoice_change.withdrawn_at is null
union
 select invoice.id,
    invoice.issued_at
   from refund
     join invoice on invoice.order_no = refund.order_no
  where invoice.state = 'ISSUED' and order_kept_fen(invoice.order_no) <> invoice.amount_fen;

-- Lines of paid orders whose money is kept, with what is kept of it.
create view kept_line as
 select order_no,
    sign_id,
    (amount_fen::numeric - coalesce((select sum(part.amount_fen) as sum
           from money_decision part
          where part.order_no = line.order_no and part.sign_id = line.sign_id and part.outcome = 'PARTIAL' and
            part.state = 'APPROVED'), 0::numeric))::integer as amount_fen
   from order_line line
  where order_status = 'PAID' and not (exists (select
           from refund
          where refund.order_no = line.order_no and refund.sign_id = line.sign_id));

-- Cases with their sums: what a case is about, what is settled, what is left.
create view money_case as
 select d.id,
    d.kind,
    d.subject,
    d.channel,
    d.order_no,
    d.day,
    d.detail,
    d.found_at,
    d.tried_at,
    d.state,
    d.resolved_by,
    d.resolved_at,
    d.resolution,
    d.reopened_at,
    d.reopened_by,
    d.reopen_reason,
    money_case_fen(d.kind, d.detail) as sum_fen,
    s.settled_fen,
        case d.state
            when 'HEALED' then 0::bigint
            else greatest(0::bigint, abs(money_case_fen(d.kind, d.detail)) - s.settled_fen)
        end as rest_fen
   from money_difference d,
    lateral (select coalesce(sum(money_decision.amount_fen), 0::numeric)::bigint as settled_fen
           from money_decision
          where (money_decision.case_id = d.id or money_decision.counter_id = d.id) and money_decision.state =
            'APPROVED') s;

-- What is wrong with each order, payment and refund taken together; fault is empty where all is right.
create view order_fault as
 select o.order_no,
        case
            when open.n <>
            case o.status
                when 'PENDING' then 1
                else 0
            end then 'open order and open payment disagree'
            when o.status = 'PAID' and o.amount_fen > 0 and paid.n <> 1 then 'paid order without its payment'
            when (o.status <> 'PAID' or o.amount_fen = 0) and paid.n > 0 then
              'paid payment of an order that is not paid'
            when o.amount_fen <> lines.fen then 'the lines are not the amount'
            when o.status = 'PAID' and lines.unpaid > 0 then 'paid order without its sign'
            when lines.still > 0 then 'sign of money that goes back'
            when lines.disagree > 0 then 'line and refund disagree'
            when lines.back > 0 and (o.status in ('PENDING', 'CLOSED')) then 'refund of an order that was not paid'
            when (o.status in ('REFUNDING', 'REFUNDED')) <> (lines.back = lines.n) then
              'refunded order without its refund'
            when (o.status in ('REFUNDING', 'REFUNDED')) and (o.status = 'REFUNDED') <> (lines.done = lines.n) then
              'order and refund disagree'
            when money.wrong > 0 then 'payment and refund disagree'
            else null::text
        end as fault
   from orders o,
    lateral (select count(*) as n
           from payment
          where payment.order_no = o.order_no and payment.status = 'CREATED') open,
    lateral (select count(*) as n
           from payment
          where payment.order_no = o.order_no and payment.status = 'PAID') paid,
    lateral (select count(*) as n,
            sum(l.amount_fen) as fen,
            count(*) filter (where r.refund_no is null and (s.paid_at is null or s.refunded_at is not null)) as
              unpaid,
            count(*) filter (where r.status <> 'DONE' and s.paid_at is not null and s.refunded_at is null) as still,
            count(*) filter (where (l.refunded_at is not null) <> (not r.status is distinct from 'DONE')) as disagree,
            count(r.refund_no) as back,
            count(*) filter (where r.status = 'DONE') as done
           from order_line l
             join sign s on s.id = l.sign_id
             left join refund r on r.order_no = l.order_no and r.sign_id = l.sign_id
          where l.order_no = o.order_no) lines,
    lateral (select count(*) as wrong
           from payment p,
            lateral (select count(*) filter (where refund.sign_id is null) as whole,
                    count(refund.sign_id) as parts,
                    count(*) filter (where refund.status = 'DONE') as done
                   from refund
                  where refund.out_trade_no = p.out_trade_no) b
          where p.order_no = o.order_no and (b.whole > 0 and b.parts > 0 or
                case p.status
                    when 'REFUNDING' then (b.whole + b.parts) <
                    case b.whole
                        when 0 then lines.n
                        else 1::bigint
                    end or b.done = (b.whole + b.parts)
                    when 'REFUNDED' then b.done = 0 or b.done <
                    case b.whole
                        when 0 then lines.n
                        else 1::bigint
                    end
                    when 'PAID' then b.whole > 0 or b.parts = lines.n
                    else (b.whole + b.parts) > 0
                end)) money;

-- Decisions by which a refund came back in another way than by its channel.
create view refund_elsewhere as
 select id,
    refund_no,
    amount_fen,
    reference,
    reason,
    asked_by,
    asked_at,
    state,
    decided_by,
    decided_at,
    decide_reason
   from money_decision
  where refund_no is not null;

-- An invoice title without differences of brackets, spaces and capitals, for comparing.
create function invoice_title_key(title text) returns text language sql immutable parallel safe as $$
  select upper(regexp_replace(translate(regexp_replace(normalize(title, NFKC), '\s', '', 'g'), '〔【［[{〈《〕】］]}〉》', '((((((()))))))'),
    '\(个人\)$', ''))
$$;

-- Refuses to change what an issued invoice says.
create function keep_invoice() returns trigger language plpgsql as $$
begin
  if row(new.apply_no, new.order_no, new.amount_fen, new.title_type, new.title, new.tax_no, new.replaces_id, new.created_at)
    is distinct from row(old.apply_no, old.order_no, old.amount_fen, old.title_type, old.title, old.tax_no, old.replaces_id, old.created_at)
    or old.state in ('FAILED', 'REVERSED') and (old.tax_state is distinct from 'OPEN'
      -- `original` is worked out after this
      or to_jsonb(new) - array['tax_state', 'red_no', 'red_file_id', 'original']
        is distinct from to_jsonb(old) - array['tax_state', 'red_no', 'red_file_id', 'original'])
    or old.state = 'ISSUED' and (new.state not in ('ISSUED', 'REVERSED')
      or row(new.invoice_no, new.invoice_code, new.dated_on, new.file_id, new.file_sha256, new.issued_at, new.check_way, new.check_note)
        is distinct from row(old.invoice_no, old.invoice_code, old.dated_on, old.file_id, old.file_sha256, old.issued_at, old.check_way, old.check_note)) then
    raise exception 'an invoice is reversed, not changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What of a line's money is back while its course goes on.
create function line_partial_fen(no text, sign uuid) returns bigint language sql stable as $$
  select coalesce(sum(amount_fen), 0)::bigint from money_decision
  where order_no = no and sign_id = sign and outcome = 'PARTIAL' and state = 'APPROVED'
$$;

-- Refuses to end a transaction that leaves a fault in the money of an order.
create function money_adds_up() returns trigger language plpgsql as $$
declare
  nos text[];
  no text;
  fault text;
begin
  if tg_table_name = 'sign' then
    select array_agg(order_no) into nos from order_line where sign_id = new.id and order_status = 'PAID';
  elsif tg_table_name = 'refund' then
    select array_agg(order_no) into nos from payment where out_trade_no = new.out_trade_no;
  else
    nos := array[new.order_no];
  end if;
  foreach no in array coalesce(nos, '{}') loop
    fault := money_fault(no);
    if fault is not null then
      raise exception 'order %: %', no, fault using errcode = 'check_violation';
    end if;
  end loop;
  return null;
end $$;

-- Refuses to settle more than a case is about.
create function money_case_adds_up() returns trigger language plpgsql as $$
declare
  over text;
begin
  select subject into over from money_case where id in (new.case_id, new.counter_id) and settled_fen > abs(sum_fen) order by id limit 1;
  if over is not null then
    raise exception 'case %: more is settled than it is about', over using errcode = 'check_violation', constraint = 'money_case_adds_up';
  end if;
  return null;
end $$;

-- How much more the channel has than our books; negative for less.
create function money_case_fen(kind text, detail jsonb) returns bigint language sql immutable as $$
  select case kind
    when 'NOT_BOOKED' then theirs
    when 'UNKNOWN_PAYMENT' then theirs
    when 'AMOUNT' then theirs - case when detail ->> 'status' in ('CREATED', 'CLOSED') then 0 else ours end
    when 'NOT_AT_CHANNEL' then coalesce((detail ->> 'refunded')::bigint, 0) - ours
    when 'REFUND_NOT_BOOKED' then -theirs
    when 'REFUND_UNKNOWN' then ours - theirs
    when 'REFUND_AMOUNT' then ours - theirs
    when 'REFUND_NOT_AT_CHANNEL' then ours
    when 'REFUND_STUCK' then ours
    when 'REFUND_TWICE' then -coalesce((detail ->> 'surplus')::bigint, case when theirs > ours then theirs - ours else theirs end)
    else 0 end
  from (select coalesce((detail ->> 'theirs')::bigint, 0) as theirs, coalesce((detail ->> 'ours')::bigint, 0) as ours) said
$$;

-- What is wrong with the money of an order; empty where all is right.
create function money_fault(no text) returns text language sql stable as $$
  select fault from order_fault where order_no = no
$$;

-- A number of a bill as staff type it: capitals, without spaces and signs.
create function money_number(number text) returns text language sql immutable parallel safe as $$
  select upper(translate(number, '-()''` ', ''))
$$;

-- What is kept of an order's money.
create function order_kept_fen(no text) returns bigint language sql stable as $$
  select coalesce(sum(amount_fen), 0) from kept_line where order_no = no
$$;

-- What the channel is asked for: the refund without what came back in other ways.
create function refund_due_fen(no text) returns bigint language sql stable as $$
  select refund.amount_fen - line_partial_fen(refund.order_no, refund.sign_id) - coalesce((select sum(amount_fen) from money_decision
    where money_decision.refund_no = no and state = 'APPROVED'), 0)::bigint
  from refund where refund.refund_no = no
$$;

-- Refuses to end a refund while a waiting application is for more than is kept.
create function refuse_refunded_application() returns trigger language plpgsql as $$
begin
  if exists (select from invoice where order_no = new.order_no and state in ('PENDING', 'ISSUING')
    and amount_fen <> order_kept_fen(order_no)) then
    raise exception 'an invoice is asked for money that goes back' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

-- Refuses an invoice of an order that is not paid, or of another sum than is kept.
create function require_paid_order() returns trigger language plpgsql as $$
begin
  -- shared: a refund that begins meanwhile waits, or is seen here
  perform from orders where order_no = new.order_no and status = 'PAID' for share;
  if not found or order_kept_fen(new.order_no) <> new.amount_fen then
    raise exception 'the order of this invoice is not paid, or another sum of it is kept' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
