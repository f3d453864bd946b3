import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deps } from '../../../../test/world.ts'
import { dataCopyLabels } from './copy/labels.ts'
import { allCopySections } from './store/copy.ts'

/** Tables left out of the copy, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  answer_log: 'what was answered is in answers.json; these are the seals of it',
  capture_review: 'notes between two of the staff; what came of it stands with the attempt',
  closed_account_money: 'work of finance after an account was closed; its orders are in the copy',
  email_code: 'a secret of ten minutes',
  exam_decision: 'notes between two of the staff; what came of it stands with the attempt',
  exam_paper: 'questions that nobody has seen yet',
  exam_paper_due: 'a queue of ours',
  exam_regrade_paper: 'steps of marking papers anew; the result stands with the attempt, the reason in a message',
  film_end: 'where a film was over, which says something of the film; the watching is in the copy',
  hours_head: 'a seal of what is in the copy',
  hours_leaf: 'a seal of what is in the copy',
  money_difference: 'what a channel’s bill and our books disagree on; the payment is in the copy',
  proof_reissue_due: 'a queue of ours',
  question_stat_due: 'a queue of ours',
  roster_import_row: 'rows of a file of the staff; what became of them stands in the profile and the hours',
  same_number: 'a worklist of ours; the number is in the profile',
  student_merge: 'notes between two of the staff; the accounts are in the copy, with the time',
}

/** Tables that reference a student, directly or not; files belong to the rows that show them. */
async function tablesOfStudents(): Promise<string[]> {
  const { db } = await deps()
  const { rows } = await sql<{ name: string }>`
    with recursive held(name) as (
      select 'student'::regclass
      union
      select conrelid::regclass from pg_constraint join held on confrelid = name
      where contype = 'f' and conparentid = 0 and name not in ('file'::regclass, 'roster_import'::regclass))
    select name::text from held
    union
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name in ('student_id', 'sign_id', 'sign_course_id', 'attempt_id', 'order_no', 'session_no')
      and table_name in (select relname from pg_class where relkind in ('r', 'p') and not relispartition)
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

it('a data copy contains every table about students except those with a reason', async () => {
  const { db } = await deps()
  const texts = allCopySections.map(({ rows }) => rows([], {}).compile(db).sql).join(' ')
  const read = new Set([...texts.matchAll(/\b(?:from|join)\s+(\w+)/g)].map(([, name]) => name))
  const tables = await tablesOfStudents()
  expect(tables.filter((name) => !read.has(name) && !(name in leftOut))).toEqual([])
  expect(Object.keys(leftOut).filter((name) => read.has(name) || !tables.includes(name))).toEqual([])
})

/** Columns of each code as table.column. Null if no constraint lists its values; a comment says why. */
const coded: Readonly<Record<keyof typeof dataCopyLabels, readonly string[] | null>> = {
  yes: null,
  gender: ['student.gender'],
  idType: ['student.id_type'],
  document: null,
  way: ['agreement.way'],
  channel: ['message_consent.channel', 'message_delivery.channel'],
  delivery: ['message_delivery.state'],
  mode: ['exam_consent.mode', 'attempt.mode'],
  proof: null,
  subject: ['hours_ledger.subject', 'reduction.subject'],
  submittedBy: ['attempt.submitted_by'],
  source: ['hours_ledger.source'],
  reduction: ['reduction.state'],
  step: ['reduction_step.action'],
  payType: ['orders.pay_type'],
  order: ['orders.status'],
  payment: ['payment.status'],
  refund: ['refund.status'],
  request: ['refund_request.state', 'correction_request.state'],
  invitation: ['organisation_invitation.state'],
  invoice: ['invoice.state'],
  titleType: ['invoice.title_type', 'invoice_change.title_type', 'invoice_title.title_type'],
  purpose: ['file.purpose'],
  field: ['correction_request.field'],
  appeal: ['exam_appeal.state'],
  sound: ['camera', 'upload', 'clock', 'autosave'].map((part) => `exam_rehearsal.${part}`),
  event: null,
  refusal: null,
}

/** Files with these purposes never belong to students. */
const ofStaff: ReadonlySet<string> = new Set([
  ...['LESSON', 'LESSON_CAPTIONS', 'COVER', 'PICTURE', 'VIDEO', 'CAPTIONS', 'ATTACHMENT'],
  ...['IMPORT', 'QUESTIONS', 'ROSTER', 'INVOICE', 'MONEY', 'FONT', 'SEALED'],
])

async function codesOf(column: string): Promise<string[]> {
  const { db } = await deps()
  const [table = '', name = ''] = column.split('.')
  const { rows } = await sql<{ code: string }>`
    select (regexp_matches(pg_get_constraintdef(oid), '''([A-Z_]+)''::text', 'g'))[1] as code
    from pg_constraint
    where conrelid = ${table}::regclass and contype = 'c'
      and conkey = array[(select attnum from pg_attribute where attrelid = ${table}::regclass and attname = ${name})]`.execute(
    db,
  )
  return rows.map(({ code }) => code)
}

const constrained = Object.entries(coded).flatMap(([topic, columns]) =>
  columns ? [{ topic, columns, named: dataCopyLabels[topic as keyof typeof dataCopyLabels] }] : [],
)

it.each(constrained)('each code of $topic has a text and each text a code', async (one) => {
  const codes = (await Promise.all(one.columns.map(codesOf))).map((all) =>
    all.filter((code) => !(one.topic === 'purpose' && ofStaff.has(code))),
  )
  for (const ofColumn of codes) expect(ofColumn.length).toBeGreaterThan(1)
  const all = [...codes.flat(), ...(one.topic === 'invoice' ? ['WITHDRAWN'] : [])]
  expect(new Set(Object.keys(one.named))).toEqual(new Set(all))
})
