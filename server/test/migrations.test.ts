import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../src/platform/db/migrate.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'

let own: OwnDatabase
let old: pg.Pool

beforeAll(async () => {
  own = await ownDatabase()
  old = own.pool
})
afterAll(() => own.drop())

/** What students ordered before an order could have several lines: every state an order can be in. */
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

/** All of it in one transaction: what must be true of money is asked when it ends. */
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

it('026: what was ordered before has one line each, with its courses, and its refund is that line’s', async () => {
  const done = await migrate(old, '025')
  expect(done.at(-1)).toMatch(/^025-/)
  await putIn()
  const first = await migrate(old, '048')
  expect(first[0]).toMatch(/^026-/)
  // staff had it in an export by then
  await old.query(
    `update invoice set state = 'ISSUING', exported_at = now() where order_no = 'REFUNDING'`,
  )
  // and of the other order a late payment went back: it is on its way by its second number
  await old.query(`
    update refund set ask_count = 5, created_at = '2026-03-01 10:00+08' where refund_no = 'RREFUNDING';
    update payment set status = 'REFUNDING', paid_at = now() where order_no = 'CLOSED';
    insert into refund (refund_no, out_trade_no, amount_fen, reason, status, attempt, ask_count, created_at)
      values ('RCLOSED', 'CLOSEDP1', 12000, 'LATE_PAYMENT', 'PENDING', 2, 5, '2026-03-01 10:00+08');`)
  const rest = await migrate(old)
  expect(rest[0]).toMatch(/^049-/)
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
  // the rules of today hold for it
  await expect(old.query(`update order_line set position = 0`)).rejects.toThrow('position')
  await expect(
    old.query(`update refund set sign_id = null, order_no = null where reason = 'REQUESTED'`),
  ).rejects.toThrow('refund_asked_for')
})

it('047: processes of the version before, whose on conflict takes no deferrable key, still place orders', async () => {
  const { rows } = await old.query(`
    select indimmediate as immediate from pg_index where indexrelid = 'sign_course_sign_id_plan_course_id_key'::regclass`)
  expect(rows).toEqual([{ immediate: true }])
})

it('049: what a refund of before left asked for is given up, its student told; what is paid stays; 054: what of it staff had exported waits for their word', async () => {
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

it('062: what a bank has by now is on its way since its first number was asked for; by a later one, since today', async () => {
  const { rows } = await old.query(`
    select refund_no as refund, on_its_way_since = created_at as begun, on_its_way_since > app_now() - interval '1 hour' as now
    from refund order by refund_no`)
  expect(rows).toEqual([
    { refund: 'RCLOSED', begun: false, now: true },
    { refund: 'RREFUNDED', begun: null, now: null },
    { refund: 'RREFUNDING', begun: true, now: false },
  ])
})
