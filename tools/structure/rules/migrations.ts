import {
  listStatements,
  type MigrationStep,
  readMigrationSteps,
  worksWithVersionBefore,
} from '../../../server/src/platform/db/migration-steps.ts'
import type { SourceTree } from '../tree.ts'

const decision = 'docs/decisions/108-migrations-beside-a-busy-portal.md'

/** Files before this one were applied in one transaction, as rules were then; they cannot change any more. */
const first = 110

/** Tables that learners write at any time, or that are too large to be scanned or rewritten under a lock. */
const busyTables = new Set([
  ...['student', 'session', 'agreement', 'sign', 'sign_course', 'study_clock', 'play_session', 'lesson_progress'],
  ...['study_beat', 'study_day', 'study_refusal', 'attempt', 'answer_log', 'capture', 'exam_pulse', 'exam_consent'],
  ...['hours_head', 'hours_ledger', 'hours_leaf', 'hours_node', 'proof', 'reduction', 'orders', 'order_line'],
  ...['payment', 'refund', 'invoice', 'message', 'message_delivery', 'file', 'audit_log', 'evaluation'],
])

/** Checks decision 108: a migration does not block busy tables, and says whether the version before works with it. */
export function checkMigrations(tree: SourceTree): string[] {
  return [...tree.texts]
    .filter(([path]) => Number(/^server\/migrations\/(\d+)-.+\.sql$/.exec(path)?.[1] ?? 0) >= first)
    .sort()
    .flatMap(([path, text]) => findBlockingStatements(text).map((problem) => `${path}: ${problem} (${decision})`))
}

/** @returns a sentence for each statement that would stop a serving portal */
export function findBlockingStatements(text: string): string[] {
  const worksBefore = worksWithVersionBefore(text)
  const problems: string[] = []
  if (!worksBefore && !/^-- ends the version before: .{10,}$/m.test(text))
    problems.push('say `-- works with the version before`, or `-- ends the version before: ` and why')
  let steps: MigrationStep[] | null
  try {
    steps = readMigrationSteps(text)
  } catch (error) {
    return [...problems, (error as Error).message]
  }
  const history: History = { created: new Set(), checks: new Map(), filled: new Set() }
  for (const { sql, repeated } of steps ?? [{ sql: text, repeated: false }]) {
    const statements = listStatements(sql)
    const place: Place = { inSteps: steps !== null, alone: statements.length === 1, repeated, history }
    // A step that turns a table into a partitioned one needs a `do` block, because it may run again afterwards.
    const checkedByHand = /^-- checked by hand: .{20,}$/m.test(sql)
    for (const statement of statements) {
      if (checkedByHand && /^do\b/.test(statement)) continue
      const says = findProblems(statement, place)
      if (worksBefore && neededBefore.test(statement)) says.push('the version before may still need it')
      problems.push(...says.map((problem) => `${problem}: ${shorten(statement)}`))
      const table = /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1]
      if (table) history.created.add(table)
    }
    // What a step validates is proven for the steps after it.
    for (const statement of statements) rememberFilled(statement, history)
  }
  return problems
}

interface History {
  created: Set<string>
  /** The column of each constraint `check (column is not null)`, which is named `table.constraint`. */
  checks: Map<string, string>
  /** Columns without nulls by a validated constraint, named `table.column`. */
  filled: Set<string>
}

interface Place {
  inSteps: boolean
  /** The only statement of its step. */
  alone: boolean
  repeated: boolean
  history: History
}

function rememberFilled(statement: string, { checks, filled }: History): void {
  const [, table] = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement) ?? []
  for (const [, name, column = ''] of statement.matchAll(/\badd constraint (\w+) check \((\w+) is not null\)/g))
    checks.set(`${table}.${name}`, column)
  const [, validated] = /\bvalidate constraint (\w+)/.exec(statement) ?? []
  const column = checks.get(`${table}.${validated}`)
  if (column) filled.add(`${table}.${column}`)
}

/** What a drop or a new name takes from a program that still runs. */
const neededBefore =
  /\bdrop (?:table|column|function|procedure|view|materialized view|default|sequence|type|domain)\b|\brename (?:to|column)\b|^alter \w+ \w+ rename\b/

function findProblems(statement: string, place: Place): string[] {
  const tables = [
    ...statement.matchAll(
      /\b(?:alter table(?: if exists)?|on|update|delete from|merge into|lock table|lock|truncate(?: table)?|cluster|vacuum full)(?: only)? (\w+)/g,
    ),
  ].map(([, table = '']) => table)
  if (/^do\b/.test(statement))
    return ['write the statements of a `do` block, or `-- checked by hand: ` and why it blocks nobody']
  if (
    /^alter table\b.*\b(?:add|drop|alter|rename) (?!column|constraint|check|foreign|unique|primary|exclude|default|not null|expression|identity|generated|value|to\b)/.test(
      statement,
    )
  )
    return ['write the word `column`']
  if (!tables.some((table) => busyTables.has(table) && !place.history.created.has(table))) return []
  return findBlocks(statement, tables[0] ?? '', place)
}

const rewrites =
  /\badd column\b(?:(?! add column ).)*(?: (?:small|big)?serial\b| generated (?:always|by default) as | default (?:\S+ (?:\|\||[-+*/]) )*(?!now\(\))\S*\w\()/

function findBlocks(statement: string, table: string, { inSteps, alone, repeated, history }: Place): string[] {
  const says = (pattern: RegExp) => pattern.test(statement)
  const problems: string[] = []
  const changesRows = says(/^(?:update|delete from|merge into)\b|^with\b.*\b(?:update|delete from|merge into) /)
  if (says(/^create (?:unique )?index (?!concurrently)/)) problems.push('build the index concurrently, in steps')
  if (says(/^create (?:unique )?index concurrently/) && !inSteps)
    problems.push('an index is built concurrently in steps only')
  if (says(/\balter column \w+ (?:set data )?type\b/)) problems.push('a changed type rewrites the table: add a column')
  for (const [, column] of statement.matchAll(/\balter column (\w+) set not null\b/g))
    if (!history.filled.has(`${table}.${column}`))
      problems.push('add a check `(column is not null) not valid`, and validate it in an earlier step')
  if (says(rewrites))
    problems.push('a value for each row rewrites the table: add the column empty, and fill it in a repeated step')
  if (says(/\badd column\b.*\breferences\b/))
    problems.push('add the foreign key `not valid`, and validate it in a step')
  if (says(/\badd column\b(?:(?!\badd ).)*\bcheck \(/))
    problems.push('add the check `not valid`, apart from its column')
  if (says(/\badd (?:constraint \w+ )?(?:check|foreign key)\b/) && !says(/\bnot valid\b/))
    problems.push('add the constraint `not valid`, and validate it in a step of its own')
  if (says(/\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?! using index)/))
    problems.push('build a unique index concurrently, and add the constraint with `using index`')
  if (says(/\bvalidate constraint\b/) && !(inSteps && alone && !says(/\badd\b/)))
    problems.push('validate a constraint in a step of its own')
  if (changesRows && !repeated) problems.push('change a limited number of rows in a repeated step')
  if (changesRows && repeated && !says(/\blimit \d+/)) problems.push('a repeated step needs a limit')
  if (says(/^(?:lock|cluster|vacuum full|truncate)\b/)) problems.push('this blocks everybody')
  return problems
}

const shorten = (statement: string) => (statement.length > 60 ? `${statement.slice(0, 57)}…` : statement)
