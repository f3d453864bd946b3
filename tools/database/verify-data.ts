import { type IntegrityCheckName, integrityCheckNames } from '@ce/contract/integrity-checks'
import { checkFileSizes } from '../../server/src/modules/file/service/verify.ts'
import { integrityChecks } from '../../server/src/modules/integrity-checks.ts'
import type { Deps } from '../../server/src/platform/deps.ts'
import { StartError } from '../../server/src/platform/errors.ts'
import { abandonRounds, continueRound } from '../../server/src/platform/integrity/rounds.ts'
import type { IntegrityRound } from '../../server/src/platform/integrity/states.ts'

const titles: Record<IntegrityCheckName, string> = {
  KEYS: 'keys that the database needs',
  SECRETS: 'secrets that the keys decrypt',
  LEDGER: 'entries of the hours ledger',
  DAILY_ROOTS: 'sealed days of the ledger',
  ANSWER_LOGS: 'answer logs of exams',
  PROOFS: 'proofs: signatures and hours',
  STUDY: 'chosen courses: heartbeats, progress',
  SEALED_MONTHS: 'sealed months: chain, files, rows',
  MONEY: 'orders: payments, refunds, sign-ups',
  REFERENCES: 'references between tables',
  SEQUENCES: 'number sequences',
  FILES: 'files: contents by SHA-256',
}

/** Faults of one check that are printed; the others are counted. */
const mostLines = 20
const progressMs = 10_000

interface Row {
  title: string
  /** Null when the check threw an error. */
  round: IntegrityRound | null
}

/** Runs all checks and prints a table. Sets the exit code to 1 when a check found a fault or did not finish. */
export async function verifyData(
  deps: Deps,
  options: { quick?: boolean | undefined; continue?: boolean | undefined } = {},
): Promise<void> {
  const stored = integrityCheckNames.filter((name) => name !== 'FILES' || !options.quick)
  if (!options.continue) await abandonRounds(deps.db, stored)
  const rows: Row[] = []
  for (const name of integrityCheckNames) {
    const [title, round] = stored.includes(name)
      ? [titles[name], completeRound(deps, name)]
      : ['files: lengths only', compareFileLengths(deps)]
    rows.push({ title, round: await round.catch((error: unknown) => tellUnfinished(title, error)) })
  }
  print(rows)
  if (rows.some(({ round }) => round?.faultCount !== 0)) process.exitCode = 1
}

/** The other checks go on, because they may find out why. */
function tellUnfinished(title: string, error: unknown): null {
  console.error(`${title}: did not finish:`, error instanceof StartError ? error.message : error)
  return null
}

function completeRound(deps: Deps, name: IntegrityCheckName): Promise<IntegrityRound | null> {
  let toldAt = performance.now()
  let slices = -1
  const goesOn = () => {
    slices += 1
    if (performance.now() - toldAt < progressMs) return true
    toldAt = performance.now()
    console.error(`${titles[name]}: ${slices} parts done, goes on; after an interruption --continue resumes here`)
    return true
  }
  return continueRound(deps, name, integrityChecks[name], { goesOn })
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

function print(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ title }) => title.length))
  console.log(`${'what was checked'.padEnd(width)}     checked   faults`)
  for (const { title, round } of rows) {
    const figures = round
      ? `${String(round.checked).padStart(10)} ${String(round.faultCount).padStart(8)}`
      : 'did not finish'.padStart(19)
    console.log(`${title.padEnd(width)}  ${figures}`)
  }
  for (const { title, round } of rows) {
    if (!round?.faultCount) continue
    console.log(`\n${title}`)
    for (const line of round.faults.slice(0, mostLines)) console.log(`  ${line}`)
    const more = round.faultCount - Math.min(mostLines, round.faults.length)
    if (more > 0) console.log(`  … and ${more} more`)
  }
}
