import { type IntegrityCheckName, integrityCheckNames } from '@ce/contract/integrity-checks'
import { checkFileSizes } from '../../server/src/modules/file/service/verify.ts'
import { integrityChecks } from '../../server/src/modules/integrity-checks.ts'
import type { Deps } from '../../server/src/platform/deps.ts'
import { abandonRounds, type IntegrityRound, runNextSlice } from '../../server/src/platform/integrity/rounds.ts'

const titles: Record<IntegrityCheckName, string> = {
  KEYS: 'keys that the database needs',
  SECRETS: 'secrets that the keys decrypt',
  LEDGER: 'entries of the hours ledger',
  DAILY_ROOTS: 'sealed days of the ledger',
  ANSWER_LOGS: 'answer logs of exams',
  PROOFS: 'proofs: signatures and hours',
  STUDY: 'chosen courses: heartbeats, progress',
  MONEY: 'orders: payments, refunds, sign-ups',
  REFERENCES: 'references between tables',
  SEQUENCES: 'number sequences',
  FILES: 'files: contents by SHA-256',
}

/** Faults of one check that are printed; the others are counted. */
const mostLines = 20
const progressMs = 10_000

/** Runs all checks and prints a table. Sets the exit code to 1 when a check found a fault. */
export async function verifyData(
  deps: Deps,
  options: { quick?: boolean | undefined; continue?: boolean | undefined } = {},
): Promise<void> {
  const stored = integrityCheckNames.filter((name) => name !== 'FILES' || !options.quick)
  if (!options.continue) await abandonRounds(deps.db, stored)
  const rows: { title: string; round: IntegrityRound }[] = []
  for (const name of integrityCheckNames) {
    if (stored.includes(name)) rows.push({ title: titles[name], round: await completeRound(deps, name) })
    else rows.push({ title: 'files: lengths only', round: await compareFileLengths(deps) })
  }
  print(rows)
  if (rows.some(({ round }) => round.faultCount > 0)) process.exitCode = 1
}

async function completeRound(deps: Deps, name: IntegrityCheckName): Promise<IntegrityRound> {
  let toldAt = performance.now()
  for (let slices = 1; ; slices += 1) {
    const round = await runNextSlice(deps, name, integrityChecks[name])
    if (round) return round
    if (performance.now() - toldAt < progressMs) continue
    toldAt = performance.now()
    console.error(`${titles[name]}: ${slices} parts done, goes on; after an interruption --continue resumes here`)
  }
}

/** Not stored as a round, because a round of the files compares their contents. */
async function compareFileLengths(deps: Deps): Promise<IntegrityRound> {
  const round: IntegrityRound = { checked: 0, faultCount: 0, faults: [] }
  let after: string | null = null
  do {
    const slice = await checkFileSizes(deps, after)
    round.checked += slice.checked
    round.faultCount += slice.faults.length
    round.faults.push(...slice.faults.slice(0, mostLines - round.faults.length))
    after = slice.next
  } while (after !== null)
  return round
}

function print(rows: readonly { title: string; round: IntegrityRound }[]): void {
  const width = Math.max(...rows.map(({ title }) => title.length))
  console.log(`${'what was checked'.padEnd(width)}     checked   faults`)
  for (const { title, round } of rows)
    console.log(`${title.padEnd(width)}  ${String(round.checked).padStart(10)} ${String(round.faultCount).padStart(8)}`)
  for (const { title, round } of rows.filter(({ round: one }) => one.faultCount > 0)) {
    console.log(`\n${title}`)
    for (const line of round.faults.slice(0, mostLines)) console.log(`  ${line}`)
    const more = round.faultCount - Math.min(mostLines, round.faults.length)
    if (more > 0) console.log(`  … and ${more} more`)
  }
}
