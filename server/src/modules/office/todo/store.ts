import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { TodoQueueName } from './queues.ts'

interface Waiting {
  queue: TodoQueueName
  count: number
  oldestAt: Date | null
}

interface Looking {
  staffId: string
  /** Days that are counted; the message desk covers the same period. */
  deskDays: number
}

/** Work that only another person may do is not counted. */
export async function countTodoQueues(db: Db, queues: TodoQueueName[], who: Looking): Promise<Waiting[]> {
  const [first, ...more] = queues.map(
    (queue) =>
      sql`select ${queue}::text as queue, count(*)::int as count, min(at) as oldest_at from (${rowsOf[queue](who)}) as ${sql.ref(queue)}`,
  )
  if (!first) return []
  const { rows } = await sql<Waiting>`${sql.join([first, ...more], sql` union all `)}`.execute(db)
  return rows
}

/** Excludes whoever reviewed an application since its last submission (course_reduce/policy.ts). */
const notPassedBy = (staffId: string) => sql`not exists (
  select from reduction_step step where step.reduction_id = reduction.id and step.staff_id = ${staffId}
    and step.action in ('FIRST_PASSED', 'APPROVED')
    and step.version > (select max(version) from reduction_step where reduction_id = reduction.id and staff_id is null))`

/** One row per item with its waiting time, as listed by the desk. */
const rowsOf: Record<TodoQueueName, (who: Looking) => RawBuilder<unknown>> = {
  REDUCTION_FIRST: () => sql`select submitted_at as at from reduction where state = 'SUBMITTED' and passed_levels = 0`,
  REDUCTION_FINAL: ({ staffId }) =>
    sql`select submitted_at as at from reduction
      where state = 'SUBMITTED' and passed_levels > 0 and ${notPassedBy(staffId)}`,
  REDUCTION_SAMPLE: ({ staffId }) =>
    sql`select submitted_at as at from reduction
      where sample = 'PENDING' and reversed_at is null and ${notPassedBy(staffId)}`,
  CAPTURE_OPEN: () =>
    sql`select submitted_at as at from attempt where review and submitted_at is not null and not exists (
      select from capture_review where attempt_id = attempt.id and (decision is null or decision = 'CONFIRMED'))`,
  CAPTURE_SECOND: ({ staffId }) =>
    sql`select proposed_at as at from capture_review where decision is null and proposed_by <> ${staffId}`,
  EXAM_DECISION: ({ staffId }) =>
    sql`select asked_at as at from exam_decision where state = 'WAITING' and asked_by <> ${staffId}`,
  // Counts open regrades, and questions that were changed after papers with them were drawn (exam/store/papers.ts).
  EXAM_REGRADE: ({ staffId }) =>
    sql`select asked_at as at from exam_regrade where state = 'WAITING' and asked_by <> ${staffId}
    union all select changed.at from exam_question_changed changed where changed.settled_at is null
      and exists (select from exam_paper paper join attempt on attempt.id = paper.id
        where jsonb_path_query_array(paper.paper, '$.questions[*].id') @> jsonb_build_array(changed.question_id) and paper.drawn_at < changed.at)
      and not exists (select from exam_regrade regrade where regrade.question_id = changed.question_id and regrade.decided_at > changed.at
        and regrade.state in ('RUNNING', 'DONE'))`,
  EXAM_APPEAL: () => sql`select at from exam_appeal where state = 'OPEN'`,
  MERGE: ({ staffId }) =>
    sql`select proposed_at as at from student_merge where decision is null and proposed_by <> ${staffId}`,
  CORRECTION: () => sql`select asked_at as at from correction_request where state = 'OPEN'`,
  // Excludes requests opened by this staff member, because a second person must decide them (platform/approvals.ts).
  REFUND: ({ staffId }) =>
    sql`select asked_at as at from refund_request where state = 'OPEN'
      and asked_by is distinct from (select username from staff where id = ${staffId})`,
  // Excludes cases whose first person is this staff member, because they wait for a second one.
  DIFFERENCE: ({ staffId }) =>
    sql`select found_at as at from money_difference where state = 'OPEN' and not exists (select from money_decision
        where case_id = money_difference.id and money_decision.state = 'OPEN'
          and asked_by = (select username from staff where id = ${staffId}))
      union all select decision.asked_at from money_decision decision join money_difference healed on healed.id = decision.case_id
        where decision.state = 'OPEN' and healed.state <> 'OPEN'`,
  CLOSED_MONEY: () => sql`select opened_at as at from closed_account_money_waiting`,
  INVOICE_PENDING: () => sql`select created_at as at from invoice where state = 'PENDING'`,
  INVOICE_ISSUING: () => sql`select created_at as at from invoice where state = 'ISSUING'`,
  INVOICE_REVERSE: () => sql`select issued_at as at from invoice_to_reverse`,
  INVOICE_TAX: () => sql`select failed_at as at from invoice where tax_state = 'OPEN'`,
  PROOF_FONT: () =>
    sql`select since as at from proof_waiting union all select issued_at from proof where printable = false`,
  LEGAL_TEXT: ({ staffId }) =>
    sql`select proposed_at as at from site_text where state = 'PROPOSED'
      and proposed_by <> (select username from staff where id = ${staffId})`,
  DELIVERY: ({ deskDays }) =>
    sql`select queued_at as at from message_delivery
      where state = 'FAILED' and queued_at > (select app_now()) - interval '1 day' * ${deskDays}::int`,
}
