import { appendFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { deps } from '../world.ts'

/** Students must be notified of the audited actions that concern them (docs/messages.md). */
afterAll(async () => {
  const { db } = await deps()
  const { rows } = await sql<{ words: string }>`delete from told.problem returning words`.execute(db)
  await recordSeen()
  // One faulty row per audit action is enough for the report.
  const problems = [...new Map(rows.map(({ words }) => [words.split(' ')[0], words])).values()]
  if (problems.length > 0)
    throw new Error(
      [
        'Audit rows and security events that concern students who were told nothing:',
        ...problems,
        'Call notify() of the message module in the transaction of audit() or securityEvent(), or declare in contract/src/rules/audit-actions.ts or security-event-names.ts why nobody has to be told.',
      ].join('\n'),
    )
})

/** `npm test` checks the audit actions of all test files together. */
export interface SeenAuditAction {
  action: string
  told: boolean
}

async function recordSeen(): Promise<void> {
  const file = process.env.CE_TOLD_RECORD
  if (!file) return
  const { db } = await deps()
  const { rows } = await sql<SeenAuditAction>`select action, told from told.seen`.execute(db)
  appendFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}
