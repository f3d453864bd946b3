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
  const inSteps = /^-- in steps$/m.test(text)
  const worksBefore = /^-- works with the version before$/m.test(text)
  const problems: string[] = []
  if (!worksBefore && !/^-- ends the version before: .{10,}$/m.test(text))
    problems.push('say `-- works with the version before`, or `-- ends the version before: ` and why')
  const created = new Set([...text.matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(([, name]) => name))
  for (const part of text.split(/^-- step/m)) {
    const repeated = part.startsWith(', repeated')
    for (const statement of listStatements(part)) {
      const table = /\b(?:alter table(?: if exists)?|on|update|delete from|lock table|truncate)(?: only)? (\w+)/.exec(
        statement,
      )?.[1]
      if (worksBefore && /\b(?:drop (?:table|column|function)|rename (?:to|column))\b/.test(statement))
        problems.push(`the version before may still need it: ${shorten(statement)}`)
      if (table && busyTables.has(table) && !created.has(table))
        problems.push(...findBlocks(statement, { inSteps, repeated }).map((says) => `${says}: ${shorten(statement)}`))
    }
  }
  return problems
}

function findBlocks(statement: string, { inSteps, repeated }: { inSteps: boolean; repeated: boolean }): string[] {
  const says = (pattern: RegExp) => pattern.test(statement)
  const problems: string[] = []
  if (says(/^create (?:unique )?index (?!concurrently)/)) problems.push('build the index concurrently, in steps')
  if (says(/^create (?:unique )?index concurrently/) && !inSteps)
    problems.push('an index is built concurrently in steps only')
  if (says(/\balter column \w+ (?:set data )?type\b/)) problems.push('a changed type rewrites the table: add a column')
  if (says(/\bset not null\b/)) problems.push('add a check `not valid`, and validate it in a step of its own')
  if (says(/\badd column\b.*\b(?:generated always as \(|default (?:gen_random_uuid|clock_timestamp|app_now|nextval))/))
    problems.push('a value for each row rewrites the table: add the column empty, and fill it in a repeated step')
  if (says(/\badd column\b.*\breferences\b/))
    problems.push('add the foreign key `not valid`, and validate it in a step')
  if (says(/\badd (?:constraint \w+ )?(?:check|foreign key)\b/) && !says(/\bnot valid\b/))
    problems.push('add the constraint `not valid`, and validate it in a step of its own')
  if (says(/\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b/) && !says(/\busing index\b/))
    problems.push('build a unique index concurrently, and add the constraint with `using index`')
  if (says(/\bvalidate constraint\b/) && !inSteps) problems.push('validate a constraint in a step of its own')
  if (says(/^(?:update|delete from)\b/) && !repeated)
    problems.push('change a limited number of rows in a repeated step')
  if (says(/^update\b|^delete from\b/) && repeated && !says(/\blimit \d+/))
    problems.push('a repeated step needs a limit')
  if (says(/^(?:lock table|cluster|vacuum full|truncate)\b/)) problems.push('this blocks everybody')
  return problems
}

/** Comments and the bodies of functions are left out. */
function listStatements(text: string): string[] {
  return text
    .replaceAll(/^, repeated$/gm, '')
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')
}

const shorten = (statement: string) => (statement.length > 60 ? `${statement.slice(0, 57)}…` : statement)
