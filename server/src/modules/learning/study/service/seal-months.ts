import { inTransaction } from '../../../../platform/db/database.ts'
import {
  type ClosedPartition,
  emptyPartition,
  heartbeatMonths,
  listClosedPartitions,
  refuseNewRows,
} from '../../../../platform/db/months.ts'
import { findPostponedSubjects } from '../../../../platform/db/sweep-failures.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { type ParquetRow, writeParquet } from '../../../../platform/files/parquet.ts'
import { findSize } from '../../../../platform/files/store.ts'
import { continueForBudget, continueUntilStopped, sweepItemsOneByOne } from '../../../../platform/jobs/sweep.ts'
import { storeSealedRows } from '../../../file/service/owned.ts'
import { sealedChainStart, sealedContentHash, sealedMonthHash } from '../sealed-chain.ts'
import { heartbeatColumns, sealedTable } from '../sealed-rows.ts'
import { listStudyDisagreements } from '../store/consistency.ts'
import {
  beforeAllRows,
  countRows,
  endSessionsAfter,
  findLastMonth,
  findNextPart,
  hasParts,
  hasRows,
  insertMonth,
  insertPart,
  isMonthDue,
  isMonthSealed,
  listMonthsSealedBefore,
  listPartRows,
  listParts,
  listSignCoursesOfPart,
  lockSealedMonths,
  type NextPart,
  type RowPlace,
} from '../store/sealed.ts'

type Sealing = Pick<Deps, 'db' | 'pool' | 'files' | 'settings'>

const job = 'study.sealMonths'

export interface SealSizes {
  /** Rows of a file, which takes seconds to write. */
  part: number
  /** Rows that are encoded at once, and read at once by those who look for a session. */
  group: number
  /** Seconds between sealing a month and removing its rows. */
  wait: number
}

/**
 * Truncating is seen at once by transactions whose snapshot is older than the seal. All but backups are shorter than
 * this, and a backup holds a lock.
 */
const sizes: SealSizes = { part: 250_000, group: 2500, wait: 7200 }

/**
 * Moves the heartbeats of old months into files. Every step may be interrupted: the rows of a month are in the table
 * until all its files are stored, read back and part of the chain (decision 112).
 */
export async function sealOldMonths(deps: Sealing, stopping?: AbortSignal, given: Partial<SealSizes> = {}) {
  const { part, group, wait } = { ...sizes, ...given }
  const partitions = await listClosedPartitions(deps.pool, heartbeatMonths)
  const postponed = await findPostponedSubjects(deps.db, job)
  const sealed = new Set(await listMonthsSealedBefore(deps.db, wait))
  const full = partitions.filter(({ name, month }) => sealed.has(month) && !postponed.has(emptyingOf(name)))
  // A restore makes partitions without their constraints.
  for (const partition of full) if (!partition.refusesRows) await refuseNewRows(deps.pool, partition)
  await emptySealedMonths(deps, full, stopping)
  const days = await deps.settings.get('study.heartbeatRowDays')
  const due: ClosedPartition[] = []
  for (const partition of partitions)
    if (!postponed.has(partition.name) && (await isDue(deps, partition, days))) due.push(partition)
  const goesOn = continueForBudget(stopping)
  await sweepItemsOneByOne(deps.db, {
    job,
    items: due,
    subjectOf: ({ name }) => name,
    work: (partition) => sealMonth(deps, partition, { part, group }, goesOn),
    goesOn,
  })
}

async function isDue({ db }: Sealing, partition: ClosedPartition, days: number): Promise<boolean> {
  if (await isMonthSealed(db, partition.month)) return false
  return (await hasRows(db, partition)) && (await isMonthDue(db, partition, days))
}

/** @returns false when the month is not sealed yet */
export async function sealMonth(
  deps: Sealing,
  partition: ClosedPartition,
  { part: rows, group }: Pick<SealSizes, 'part' | 'group'>,
  goesOn: () => boolean,
): Promise<boolean> {
  const { db, pool } = deps
  if (!(await hasParts(db, partition.month))) {
    if (!(await endSessions(deps, partition, goesOn))) return false
    await refuseNewRows(pool, partition)
  }
  while (goesOn()) {
    const part = await findNextPart(db, partition, rows)
    if (!part) {
      await enterMonth(deps, partition)
      return true
    }
    await requireProvenSessions(deps, part)
    await storePart(deps, part, group, goesOn)
  }
  return false
}

const sessionsPerTransaction = 500

async function endSessions({ db }: Sealing, { first, end }: ClosedPartition, goesOn: () => boolean): Promise<boolean> {
  let after = first - 1
  while (goesOn()) {
    const ended = await inTransaction(db, (tx) => endSessionsAfter(tx, { after, end, limit: sessionsPerTransaction }))
    if (ended === 'running') return false
    if (ended === null) return true
    after = ended
  }
  return false
}

const coursesPerQuery = 500

/** @throws Error when the progress of a lesson is not that of its heartbeats, which the check STUDY then names */
async function requireProvenSessions({ db }: Sealing, part: NextPart): Promise<void> {
  const ids = await listSignCoursesOfPart(db, part)
  for (let at = 0; at < ids.length; at += coursesPerQuery) {
    const wrong = await listStudyDisagreements(db, ids.slice(at, at + coursesPerQuery))
    if (wrong.length > 0) throw new Error('heartbeats and progress of a lesson differ: npm run verify names it (STUDY)')
  }
}

async function storePart(deps: Sealing, part: NextPart, group: number, goesOn: () => boolean): Promise<void> {
  let rows = 0
  async function* groups(): AsyncIterable<ParquetRow[]> {
    for (let after: RowPlace = part.after; ; ) {
      // Throws when the process stops. A part that was begun is finished, so that each run comes forward.
      goesOn()
      const found = await listPartRows(deps.db, part, after, group)
      const last = found.at(-1)
      if (!last) return
      rows += found.length
      yield found
      after = { no: Number(last.session_no), seq: Number(last.seq) }
    }
  }
  const name = `${part.partition.name}-${part.no}.parquet`
  await storeSealedRows(deps, { name, pieces: () => writeParquet(heartbeatColumns, groups()) }, (tx, fileId) =>
    insertPart(tx, part, { rows, fileId }),
  )
}

async function enterMonth({ db }: Sealing, { month }: ClosedPartition): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSealedMonths(tx)
    if (await isMonthSealed(tx, month)) return
    const before = await findLastMonth(tx)
    const parts = await listParts(tx, month)
    const row = {
      no: (before?.no ?? 0) + 1,
      month,
      rows: parts.reduce((sum, part) => sum + part.rows, 0),
      contentHash: sealedContentHash(parts),
      prevHash: before?.hash ?? sealedChainStart(),
    }
    await insertMonth(tx, { ...row, hash: sealedMonthHash({ ...row, table: sealedTable }) })
  })
}

const emptyingOf = (partition: string) => `empty ${partition}`

async function emptySealedMonths(
  deps: Sealing,
  partitions: readonly ClosedPartition[],
  stopping: AbortSignal | undefined,
): Promise<void> {
  const goesOn = continueUntilStopped(stopping)
  await sweepItemsOneByOne(deps.db, {
    job,
    items: partitions,
    subjectOf: ({ name }) => emptyingOf(name),
    work: async (partition) => {
      if (!(await hasRows(deps.db, partition))) return false
      await requireAllRowsInFiles(deps, partition, goesOn)
      await emptyPartition(deps.pool, partition)
      return true
    },
    goesOn,
  })
}

/** Counts the rows of each part by itself, because counting a whole month takes longer than a statement may. */
async function requireAllRowsInFiles(
  { db, files }: Sealing,
  partition: ClosedPartition,
  goesOn: () => boolean,
): Promise<void> {
  let after = beforeAllRows
  for (const { no, rows, lastNo, lastSeq, storageKey, size } of await listParts(db, partition.month)) {
    goesOn()
    const last = { no: lastNo, seq: lastSeq }
    if ((await countRows(db, partition, { after, last })) !== rows)
      throw new Error(`part ${no} has other rows than the table`)
    if ((await findSize(files, storageKey)) !== size) throw new Error(`part ${no} is missing in the store`)
    after = last
  }
  if (await findNextPart(db, partition, 1)) throw new Error('the table has rows that no part has')
}
