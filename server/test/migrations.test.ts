import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../src/platform/db/migrate.ts'
import { createOwnDatabase, type OwnDatabase } from './own-database.ts'

let own: OwnDatabase
let old: pg.Pool

beforeAll(async () => {
  own = await createOwnDatabase()
  old = own.pool
})
afterAll(() => own.drop())

/** Orders in every state, from before an order could have several order lines. */
const before = `
  insert into plan (id, year, title, sign_start_at, sign_end_at, study_end_at, price_fen, required_professional, required_public)
    values ('00000000-0000-4000-8000-000000000001', 2099, '二〇九九年度', now() - interval '9 days', now() + interval '9 days',
      now() + interval '99 days', 12000, 100, 0);
  insert into student (id, name, id_type, id_no, phone, certificate_no, password_hash, initial_password_changed)
    select uuid, '学员', 'PASSPORT', 'P' || no, '1380000000' || no, 'CERT00' || no, '', true from person;
  insert into sign (id, student_id, plan_id, paid_at, refunded_at)
    select uuid, uuid, '00000000-0000-4000-8000-000000000001', case when state in ('PAID', 'FREE', 'REFUNDING', 'REFUNDED') then now() end,
      case when state in ('REFUNDING', 'REFUNDED') then now() end from person;
  insert into orders (order_no, student_id, pay_type, amount_fen, status, course_ids, expire_at, paid_at, closed_at, close_reason)
    select state, uuid, case state when 'FREE' then 'FREE' else 'WECHAT' end, case state when 'FREE' then 0 else 12000 end,
      case state when 'FREE' then 'PAID' else state end, array[uuid], now() + interval '1 hour',
      case when state in ('PAID', 'FREE', 'REFUNDING', 'REFUNDED') then now() end,
      case state when 'CLOSED' then now() end, case state when 'CLOSED' then 'EXPIRED' end from person;
  insert into order_line (order_no, order_status, sign_id, title, amount_fen)
    select order_no, status, student_id, '二〇九九年度', amount_fen from orders;
  insert into payment (out_trade_no, order_no, channel, amount_fen, status, paid_at)
    select order_no || 'P1', order_no, 'WECHAT', 12000, case status when 'PENDING' then 'CREATED' else status end, paid_at
    from orders where amount_fen > 0;
  insert into refund (refund_no, out_trade_no, amount_fen, reason, status, done_at)
    select 'R' || order_no, order_no || 'P1', 12000, 'REQUESTED', case status when 'REFUNDED' then 'DONE' else 'PENDING' end,
      case status when 'REFUNDED' then timestamptz '2026-03-01 10:00+08' end
    from orders where status in ('REFUNDING', 'REFUNDED');
  insert into refund_request (id, order_no, reason, state, decided_at, decided_by, decide_reason)
    select student_id, order_no, '不再需要', 'APPROVED', now(), 'finance', '属实' from orders
    where status in ('REFUNDING', 'REFUNDED');
  -- asked for before the refund
  alter table invoice disable trigger invoice_of_paid_order;
  insert into invoice (apply_no, order_no, amount_fen, title_type, title, email)
    select 'FP2026010100000' || no, state, 12000, 'PERSONAL', '学员', 'a@example.com' from person where state in ('PAID', 'REFUNDING');
  alter table invoice enable trigger invoice_of_paid_order;`
const states = ['PENDING', 'PAID', 'FREE', 'CLOSED', 'REFUNDING', 'REFUNDED']

/** One transaction inserts all rows, because the money constraints are checked at its end. */
async function putIn(): Promise<void> {
  const client = await old.connect()
  await client.query('begin')
  await client.query(
    `create temporary table person on commit drop as
      select no, state, ('00000000-0000-4000-9000-00000000000' || no)::uuid as uuid
      from unnest($1::text[]) with ordinality as one (state, no)`,
    [states],
  )
  await client.query(before)
  await client.query('commit')
  client.release()
}

const uuid = (no: number) => `00000000-0000-4000-a000-${String(no).padStart(12, '0')}`

const people = [1, 2].map((no) => `00000000-0000-4000-9000-00000000000${no}`)
const looked = ['attempt', 'capture_review', 'exam_decision', 'exam_appeal', 'proof', 'message', 'plan']

/** Exam rows refer to missing rows, so triggers and foreign keys are off. */
async function putInExams(): Promise<void> {
  const client = await old.connect()
  try {
    const { rows: keys } = await client.query<{ of: string; name: string; text: string }>(
      `select conrelid::regclass::text as of, quote_ident(conname) as name, pg_get_constraintdef(oid) as text from pg_constraint
        where contype = 'f' and conrelid = any($1::regclass[])`,
      [looked],
    )
    const all = (of: (table: string) => string) => looked.map(of).join(';')
    await client.query('begin')
    await client.query(all((table) => `alter table ${table} disable trigger user`))
    for (const { of, name } of keys) await client.query(`alter table ${of} drop constraint ${name}`)
    await insertExams(client)
    for (const { of, name, text } of keys)
      await client.query(`alter table ${of} add constraint ${name} ${text} not valid`)
    await client.query(all((table) => `alter table ${table} enable trigger user`))
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

async function insertExams(client: pg.PoolClient): Promise<void> {
  await client.query(`
    insert into staff (id, username, name, password_hash, must_change_password)
      values ('${uuid(1)}', 'first', '职员甲', '-', false), ('${uuid(2)}', 'second', '职员乙', '-', false);
    insert into plan (id, year, title, sign_start_at, sign_end_at, study_end_at, price_fen, required_professional, required_public) values
      ('${uuid(11)}', 2096, '分钟', '2096-01-01 08:30+08', '2096-06-30 23:59+08', '2096-12-31 23:59+08', 100, 100, 0),
      ('${uuid(12)}', 2097, '午夜', '2097-01-01 00:00+08', '2097-07-01 00:00+08', '2098-01-01 00:00+08', 100, 100, 0);
    insert into message (student_id, kind, event, title, body) values
      ('${people[0]}', 'DEADLINE', 'deadline:${uuid(12)}:2098-01-01:30', '提醒', '午夜'),
      ('${people[0]}', 'DEADLINE', 'deadline:${uuid(11)}:2096-12-31:30', '提醒', '分钟'),
      ('${people[1]}', 'DEADLINE', 'deadline:${uuid(12)}:2098-01-01:7', '提醒', '两次'),
      ('${people[1]}', 'DEADLINE', 'deadline:${uuid(12)}:2097-12-31:7', '提醒', '两次'),
      ('${people[1]}', 'DEADLINE', 'deadline:gone', '提醒', '没有计划');`)
  const sittings = [
    { no: 31, of: 41, passed: true, review: true, voided: false },
    { no: 32, of: 42, passed: false, review: true, voided: false },
    { no: 33, of: 42, passed: null, review: true, voided: false },
    { no: 34, of: 43, passed: true, review: false, voided: true },
    { no: 35, of: 43, passed: true, review: false, voided: false },
  ]
  for (const { no, of, passed, review, voided } of sittings)
    await client.query(
      `insert into attempt (id, sign_course_id, student_id, round, no, attempts_left, total_points, pass_mark, mode, consent_version, started_at, deadline,
          log_hash, submitted_at, submitted_by, score, right_count, wrong_count, passed, receipt, review, voided_at, void_reason)
        select $1::uuid, $2, $3, 1, $4, 0, 100, 60, 'CAMERA', '1', now(), now(), '', ended, case when ended is not null then 'STUDENT' end, score, score, score,
          passed, case when ended is not null then $1::text end, $6, case when $7 then now() end, case when $7 then '替考' end
        from (select $5::boolean as passed, case when $5::boolean is not null then now() end as ended,
          case $5::boolean when true then 80 when false then 20 end as score) as result`,
      [uuid(no), uuid(of), people[0], no - 30, passed, review, voided],
    )
  await client.query(`
    insert into capture_review (id, attempt_id, proposal, reason, proposed_by) values
      ('${uuid(51)}', '${uuid(31)}', 'KEEP', '看过了', '${uuid(1)}'), ('${uuid(52)}', '${uuid(32)}', 'VOID', '替考', '${uuid(1)}');
    insert into exam_decision (id, attempt_id, kind, reason, asked_by, state, decided_by, decided_at)
      values ('${uuid(61)}', '${uuid(34)}', 'VOID', '替考', '${uuid(1)}', 'DONE', '${uuid(2)}', now());
    insert into exam_appeal (attempt_id, student_id, text, state, answer, answered_by, answered_at) values
      ('${uuid(31)}', '${people[0]}', '第三题有误', 'OPEN', null, null, null), ('${uuid(32)}', '${people[0]}', '第三题有误', 'UPHELD', '属实', '${uuid(1)}', now()),
      ('${uuid(34)}', '${people[0]}', '我不是替考', 'REJECTED', '不属实', '${uuid(1)}', now());`)
  const proofs = [
    { no: 71, revoked: true, replaces: null },
    { no: 72, revoked: true, replaces: 71 },
    { no: 73, revoked: true, replaces: null },
    { no: 74, revoked: false, replaces: null },
  ]
  for (const { no, revoked, replaces } of proofs)
    await client.query(
      `insert into proof (id, number, code, student_id, year, snapshot, payload, signature, key_id, issued_at, replaces, revoked_at, revoke_reason)
        values ($1, $2, $2, $3, 2096, '{}', '', '', '', now() + interval '1 day' * $4, $5, case when $6 then now() end, case when $6 then '更正' end)`,
      [uuid(no), `CODE${no}`, people[0], no, replaces && uuid(replaces), revoked],
    )
}

it('migration 026 gives each old order one line with its courses, and assigns the refund to it', async () => {
  const done = await migrate(old, '025')
  expect(done.at(-1)).toMatch(/^025-/)
  await putIn()
  const first = await migrate(old, '048')
  expect(first[0]).toMatch(/^026-/)
  await old.query(`update invoice set state = 'ISSUING', exported_at = now() where order_no = 'REFUNDING'`)
  await old.query(`
    update refund set ask_count = 5, created_at = '2026-03-01 10:00+08' where refund_no = 'RREFUNDING';
    update payment set status = 'REFUNDING', paid_at = now() where order_no = 'CLOSED';
    insert into refund (refund_no, out_trade_no, amount_fen, reason, status, attempt, ask_count, created_at)
      values ('RCLOSED', 'CLOSEDP1', 12000, 'LATE_PAYMENT', 'PENDING', 2, 5, '2026-03-01 10:00+08');`)
  const rest = await migrate(old, '085')
  expect(rest[0]).toMatch(/^049-/)
  await putInExams()
  const last = await migrate(old)
  expect(last[0]).toMatch(/^086-/)
  expect(await migrate(old)).toEqual([])
  const { rows } = await old.query(`
    select o.order_no as order, l.position, l.course_ids = array[o.student_id] as courses, l.sign_id = o.student_id as sign,
      l.amount_fen = o.amount_fen as whole, l.order_status = o.status as status, l.refunded_at as back,
      r.refund_no as refund, q.sign_id = l.sign_id as asked, order_kept_fen(o.order_no)::int as kept, money_fault(o.order_no) as fault
    from orders o left join order_line l using (order_no) left join refund r on r.order_no = l.order_no and r.sign_id = l.sign_id
      left join refund_request q on q.order_no = o.order_no`)
  const same = { position: 1, courses: true, sign: true, whole: true, status: true, fault: null }
  const plain = { ...same, back: null, refund: null, asked: null, kept: 0 }
  const asked = { ...plain, asked: true }
  const at = new Date('2026-03-01T02:00:00Z')
  expect(rows.toSorted((a, b) => states.indexOf(a.order) - states.indexOf(b.order))).toEqual([
    { ...plain, order: 'PENDING' },
    { ...plain, order: 'PAID', kept: 12_000 },
    { ...plain, order: 'FREE' },
    { ...plain, order: 'CLOSED' },
    { ...asked, order: 'REFUNDING', refund: 'RREFUNDING' },
    { ...asked, order: 'REFUNDED', refund: 'RREFUNDED', back: at },
  ])
  // Today's constraints apply to the migrated order too.
  await expect(old.query(`update order_line set position = 0`)).rejects.toThrow('position')
  await expect(
    old.query(`update refund set sign_id = null, order_no = null where reason = 'REQUESTED'`),
  ).rejects.toThrow('refund_asked_for')
})

it('after migration 047 processes of the previous version can still create orders', async () => {
  const { rows } = await old.query(`
    select indimmediate as immediate from pg_index where indexrelid = 'sign_course_sign_id_plan_course_id_key'::regclass`)
  expect(rows).toEqual([{ immediate: true }])
})

it('migrations 049 and 054 withdraw old invoice requests after refunds, notify students, and mark exported ones', async () => {
  const { rows } = await old.query(`
    select i.order_no, i.state, i.fail_reason, i.tax_state, m.body, a.detail from invoice i
    left join message m on m.event = 'invoice.failed:' || i.id and m.student_id = (select student_id from orders o where o.order_no = i.order_no)
    left join audit_log a on a.subject = i.id::text order by i.order_no`)
  const reason = '订单已退款，不再开票'
  expect(rows).toEqual([
    {
      order_no: 'PAID',
      state: 'PENDING',
      fail_reason: null,
      tax_state: null,
      body: null,
      detail: null,
    },
    {
      ...{ order_no: 'REFUNDING', state: 'FAILED', fail_reason: reason, tax_state: 'OPEN' },
      body: `“二〇九九年度”的发票（抬头：学员）没有开具。原因：${reason}`,
      detail: { applyNo: 'FP20260101000005', orderNo: 'REFUNDING', reason },
    },
  ])
})

it('migration 062 dates waiting refunds from their first refund number, or from today for a later number', async () => {
  const { rows } = await old.query(`
    select refund_no as refund, on_its_way_since = created_at as begun, on_its_way_since > app_now() - interval '1 hour' as now
    from refund order by refund_no`)
  expect(rows).toEqual([
    { refund: 'RCLOSED', begun: false, now: true },
    { refund: 'RREFUNDED', begun: null, now: null },
    { refund: 'RREFUNDING', begun: true, now: false },
  ])
})

it('migrations 086 and 103 withdraw reviews of failed attempts, mark upheld appeals, and link replaced proofs', async () => {
  const reviews = await old.query(`select id, decision from capture_review order by id`)
  expect(reviews.rows.map(({ decision }) => decision)).toEqual([null, 'WITHDRAWN'])
  const { rows } = await old.query(`select review from attempt order by id`)
  expect(rows.map(({ review }) => review)).toEqual([true, false, true, false, false])
  const appeals = await old.query(`
    select remedy, about = (select submitted_at from attempt where id = attempt_id) as of_result, id is not null as named from exam_appeal
    order by attempt_id`)
  expect(appeals.rows).toMatchObject([
    { remedy: null, named: true },
    { remedy: 'NONE', named: true },
    { remedy: null, named: true },
  ])
  const proofs = await old.query(`select replaces from proof order by id`)
  expect(proofs.rows.map(({ replaces }) => replaces)).toEqual([null, uuid(71), uuid(72), uuid(73)])
})

it('migrations 092 and 093 move the end of plans to midnight, and reminders name the last day only once', async () => {
  const { rows } = await old.query(
    `select sign_start_at, sign_end_at, study_end_at from plan where id in ($1, $2) order by year`,
    [uuid(11), uuid(12)],
  )
  const midnight = (day: string) => new Date(`${day}T00:00:00+08:00`)
  expect(rows.map((row) => Object.values(row))).toEqual([
    [midnight('2096-01-01'), midnight('2096-07-01'), midnight('2097-01-01')],
    [midnight('2097-01-01'), midnight('2097-07-01'), midnight('2098-01-01')],
  ])
  const reminders = await old.query(
    `select plan_id, split_part(event, ':', 3) as day from message where kind = 'DEADLINE' order by student_id, event`,
  )
  expect(reminders.rows).toEqual([
    { plan_id: uuid(11), day: '2096-12-31' },
    { plan_id: uuid(12), day: '2097-12-31' },
    { plan_id: uuid(12), day: '2097-12-31' },
    { plan_id: uuid(12), day: '2098-01-01' },
    { plan_id: null, day: '' },
  ])
})
