-- A difference of money is a case (decision 079, docs/payments.md): it ends by acts that have rows and sums, each decided by one or two
-- persons, and opens again when one of them is undone.

-- A case that is settled in part stays open; what was ended with words alone keeps them.
alter table money_difference
  add column reopened_at timestamptz,
  add column reopened_by text,
  add column reopen_reason text,
  add check (num_nonnulls(reopened_at, reopened_by, reopen_reason) in (0, 3));

-- What the channel has more than our books (in fen; less: negative). Of a stuck refund: what is still to be given back.
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

-- What is done about a case: proposed by one, and – where the rules ask for it – decided by another.
-- PAYS_ORDER: the bill's money pays an order · BILL_ROW: another row of a bill makes up for it · REFUNDS_LINE: what was given back in the merchant
-- console ends a line of an order · PARTIAL: a part of a line is back, its course goes on · IN_PLACE_OF: it stands for a refund of ours ·
-- RETURNED: given back by other ways · RECOVERED: the payer paid it back · KEPT: income of no order · WRITTEN_OFF: a loss ·
-- CONFIRMED: looked into, and our books are right.
create table money_decision (
  id uuid primary key, -- the staff's client makes it: a repeat finds the same row
  case_id uuid not null references money_difference,
  counter_id uuid references money_difference check (counter_id <> case_id), -- the other case that it settles as well
  outcome text not null check (outcome in ('PAYS_ORDER', 'BILL_ROW', 'REFUNDS_LINE', 'PARTIAL', 'IN_PLACE_OF', 'RETURNED', 'RECOVERED',
    'KEPT', 'WRITTEN_OFF', 'CONFIRMED')),
  amount_fen bigint not null check (amount_fen >= 0),
  order_no text references orders,
  sign_id uuid,
  refund_no text references refund,
  reference text check (char_length(reference) between 4 and 64), -- of the transfer, or the number in a bill
  file_id uuid references file, -- the evidence
  reason text not null check (char_length(reason) between 2 and 200),
  second boolean not null, -- a second person decides
  told_fen bigint, -- how much its student was told of; null: nothing
  asked_by text not null,
  asked_at timestamptz not null default app_now(),
  state text not null default 'OPEN' check (state in ('OPEN', 'WITHDRAWN', 'REFUSED', 'APPROVED', 'UNDONE')),
  decided_by text,
  decided_at timestamptz,
  decide_reason text,
  undone_by text,
  undone_at timestamptz,
  undo_reason text,
  before_cases boolean not null default false, -- from a time without sums and files
  foreign key (order_no, sign_id) references order_line (order_no, sign_id),
  check (outcome = 'CONFIRMED' or amount_fen > 0),
  check ((state = 'OPEN') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check ((state = 'UNDONE') = (undone_at is not null) and num_nonnulls(undone_by, undone_at, undo_reason) in (0, 3)),
  -- taken back by who proposed it; decided by another, unless one is enough
  constraint money_decision_second_person check (case state when 'WITHDRAWN' then decided_by = asked_by
    when 'REFUSED' then decided_by <> asked_by when 'OPEN' then second else not second or decided_by <> asked_by end),
  constraint money_decision_always_second check (second or outcome in ('PAYS_ORDER', 'BILL_ROW', 'RETURNED', 'RECOVERED', 'KEPT', 'WRITTEN_OFF')
    and refund_no is null),
  constraint money_decision_evidence check (file_id is not null or before_cases
    or outcome not in ('RETURNED', 'RECOVERED', 'KEPT', 'WRITTEN_OFF', 'CONFIRMED')),
  constraint money_decision_target check (case outcome when 'PAYS_ORDER' then order_no is not null
    when 'REFUNDS_LINE' then sign_id is not null and (refund_no is not null or state not in ('APPROVED', 'UNDONE')) when 'PARTIAL' then sign_id is not null
    when 'IN_PLACE_OF' then refund_no is not null else true end),
  constraint money_decision_reference check (reference is not null or outcome not in ('BILL_ROW', 'IN_PLACE_OF', 'RETURNED', 'RECOVERED'))
);
create unique index money_decision_waits on money_decision (case_id) where state = 'OPEN';
create index money_decision_open on money_decision (asked_at) where state = 'OPEN';
create index money_decision_case on money_decision (case_id, asked_at);
create index money_decision_counter on money_decision (counter_id) where counter_id is not null;
create index money_decision_refund on money_decision (refund_no) where refund_no is not null;
create index money_decision_order on money_decision (order_no) where order_no is not null;
create index money_decision_partial on money_decision (order_no, sign_id) where outcome = 'PARTIAL' and state = 'APPROVED';
create index money_decision_reference_known on money_decision (reference) where reference is not null;
-- a transfer is money of one case: it cannot prove two
create unique index money_decision_transfer on money_decision (reference)
  where outcome in ('RETURNED', 'RECOVERED') and counter_id is null and state in ('OPEN', 'APPROVED') and not before_cases;

-- What was entered as given back otherwise becomes decisions of the refund's case.
insert into money_decision (id, case_id, outcome, amount_fen, order_no, refund_no, reference, reason, second, told_fen, asked_by, asked_at, state,
    decided_by, decided_at, decide_reason, before_cases)
  select e.id, d.id, 'RETURNED', r.amount_fen, d.order_no, e.refund_no, e.reference, e.reason, true,
    case e.state when 'APPROVED' then r.amount_fen end, e.asked_by, e.asked_at, e.state, e.decided_by, e.decided_at, e.decide_reason, true
  from refund_elsewhere e join refund r using (refund_no)
    join money_difference d on d.kind = 'REFUND_STUCK' and d.subject = e.refund_no
  -- who gave it back first stands; nobody decides two of one case
  where e.state <> 'OPEN' or not exists (select from refund_elsewhere older where older.refund_no = e.refund_no and older.state = 'OPEN'
    and (older.asked_at, older.id) < (e.asked_at, e.id));
drop table refund_elsewhere;

-- What came back of a refund by other ways than its channel's; several are parts of one.
create view refund_elsewhere as
  select id, refund_no, amount_fen, reference, reason, asked_by, asked_at, state, decided_by, decided_at, decide_reason
  from money_decision where refund_no is not null;

-- The part of a line's money that is back while its course goes on.
create function line_partial_fen(no text, sign uuid) returns bigint language sql stable as $$
  select coalesce(sum(amount_fen), 0)::bigint from money_decision
  where order_no = no and sign_id = sign and outcome = 'PARTIAL' and state = 'APPROVED'
$$;

-- What the channel is asked for: what is not back by other ways.
create function refund_due_fen(no text) returns bigint language sql stable as $$
  select refund.amount_fen - line_partial_fen(refund.order_no, refund.sign_id) - coalesce((select sum(amount_fen) from money_decision
    where money_decision.refund_no = no and state = 'APPROVED'), 0)::bigint
  from refund where refund.refund_no = no
$$;

create or replace view kept_line as
  -- written out, not line_partial_fen: the sum of all orders asks for each line
  select line.order_no, line.sign_id, (line.amount_fen - coalesce((select sum(amount_fen) from money_decision part
    where part.order_no = line.order_no and part.sign_id = line.sign_id and part.outcome = 'PARTIAL' and part.state = 'APPROVED'), 0))::integer as amount_fen
  from order_line line
  where line.order_status = 'PAID'
    and not exists (select from refund where refund.order_no = line.order_no and refund.sign_id = line.sign_id);

-- A case with its sums: what it is about, what decisions settled of it, what is left.
create view money_case as
  select d.*, money_case_fen(d.kind, d.detail) as sum_fen, s.settled_fen,
    case d.state when 'HEALED' then 0 else greatest(0, abs(money_case_fen(d.kind, d.detail)) - s.settled_fen) end as rest_fen
  from money_difference d, lateral (select coalesce(sum(amount_fen), 0)::bigint as settled_fen from money_decision
    where (case_id = d.id or counter_id = d.id) and state = 'APPROVED') s;

-- Nobody settles more than a case is about.
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
create constraint trigger money_decision_adds_up after insert or update of state on money_decision
  deferrable initially immediate for each row when (new.state = 'APPROVED' and not new.before_cases) execute function money_case_adds_up();

-- A bill's row may be more than the order that it pays: the channel is told the whole when some of it goes back.
alter table payment add column total_fen integer check (total_fen >= amount_fen);

-- What the channel said last of a refund, in words for staff, and how often they asked by hand, which puts off no question of the job.
alter table refund
  add column asked_by_hand integer not null default 0 check (asked_by_hand >= 0),
  add column last_answer text check (last_answer in ('DONE', 'PENDING', 'STUCK', 'FAILED', 'REFUSED', 'UNANSWERED', 'NO_CHANNEL', 'SPENT')),
  add column last_words text check (char_length(last_words) <= 200),
  add column answered_at timestamptz;

-- Evidence of money is a purpose of its own, beside whatever purposes there are by now.
do $$
declare
  holder text;
  rule text;
begin
  foreach holder in array array['file', 'upload'] loop
    select pg_get_constraintdef(oid) into strict rule from pg_constraint where conname = holder || '_purpose_check';
    execute format('alter table %I drop constraint %I, add constraint %I %s', holder, holder || '_purpose_check',
      holder || '_purpose_check', replace(rule, 'ARRAY[', 'ARRAY[''MONEY''::text, '));
  end loop;
end $$;
