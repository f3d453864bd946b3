import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deps } from '../../../test/world.ts'
import { words } from './copy/words.ts'
import { sections } from './store/copy.ts'

/** What is about a student and not in the copy, and why. */
const leftOut: Readonly<Record<string, string>> = {
  answer_log: 'what was answered is in answers.json; these are the seals of it',
  capture_review: 'notes between two of the staff; what came of it stands with the attempt',
  email_code: 'a secret of ten minutes',
  exam_decision: 'notes between two of the staff; what came of it stands with the attempt',
  exam_paper: 'questions that nobody has seen yet',
  exam_paper_due: 'a queue of ours',
  hours_head: 'a seal of what is in the copy',
  hours_leaf: 'a seal of what is in the copy',
  money_difference: 'what a channel’s bill and our books disagree on; the payment is in the copy',
  question_stat_due: 'a queue of ours',
  roster_import_row:
    'rows of a file of the staff; what became of them stands in the profile and the hours',
  student_merge: 'notes between two of the staff; the accounts are in the copy, with the time',
}

/** Tables with rows of a student, however far: those of a file are of whoever else shows it. */
async function tablesOfStudents(): Promise<string[]> {
  const { db } = await deps()
  const { rows } = await sql<{ name: string }>`
    with recursive held(name) as (
      select 'student'::regclass
      union
      select conrelid::regclass from pg_constraint join held on confrelid = name
      where contype = 'f' and name not in ('file'::regclass, 'roster_import'::regclass))
    select name::text from held
    union
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name in ('student_id', 'sign_id', 'sign_course_id', 'attempt_id', 'order_no', 'session_no')
      and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

it('holds every table that knows a student, but for those with a reason', async () => {
  const { db } = await deps()
  const texts = sections.map(({ rows }) => rows([], {}).compile(db).sql).join(' ')
  const read = new Set([...texts.matchAll(/\b(?:from|join)\s+(\w+)/g)].map(([, name]) => name))
  const tables = await tablesOfStudents()
  expect(tables.filter((name) => !read.has(name) && !(name in leftOut))).toEqual([])
  // a reason that is none any more
  expect(Object.keys(leftOut).filter((name) => read.has(name) || !tables.includes(name))).toEqual(
    [],
  )
})

/** Whose codes the words are for, as table.column. */
const coded: Partial<Record<keyof typeof words, string>> = {
  idType: 'student.id_type',
  delivery: 'message_delivery.state',
  reduction: 'reduction.state',
  step: 'reduction_step.action',
  payType: 'orders.pay_type',
  order: 'orders.status',
  payment: 'payment.status',
  refund: 'refund.status',
  request: 'refund_request.state',
  invoice: 'invoice.state',
  titleType: 'invoice.title_type',
  source: 'hours_ledger.source',
  subject: 'hours_ledger.subject',
  field: 'correction_request.field',
  appeal: 'exam_appeal.state',
}

/** What a column's own constraint lets in. */
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

it.each(Object.entries(coded))('has a word for every %s', async (topic, column) => {
  const codes = await codesOf(column)
  expect(codes.length).toBeGreaterThan(1)
  expect(Object.keys(words[topic as keyof typeof words])).toEqual(expect.arrayContaining(codes))
})
