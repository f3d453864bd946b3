import type { Deps } from '../../../../platform/deps.ts'
import { openParquet } from '../../../../platform/files/parquet.ts'
import { StoreUnavailableError } from '../../../../platform/files/store.ts'
import type { IntegritySlice } from '../../../../platform/integrity/rounds.ts'
import { problemOfContent } from '../../../file/service/verify.ts'
import { sealedChainStart, sealedContentHash, sealedMonthHash } from '../sealed-chain.ts'
import { sealedTable } from '../sealed-rows.ts'
import {
  findPart,
  listMonthsFrom,
  listMonthsWithoutSeal,
  listParts,
  listSealedCredit,
  type SealedMonth,
  type SealedPart,
} from '../store/sealed.ts'

type Verifying = Pick<Deps, 'db' | 'files'>

/**
 * Checks the chain of sealed months, and the content of each file against its row and against what the sessions
 * remember. A slice is a month or a part of it.
 */
export async function checkSealedMonths(
  deps: Verifying,
  after: string | null,
  stopping?: AbortSignal,
): Promise<IntegritySlice> {
  const [monthNo = 1, partNo = -1] = after?.split('.').map(Number) ?? []
  const [before, month] = await listMonthsFrom(deps.db, monthNo - 1, 2).then((rows) =>
    rows[0]?.no === monthNo - 1 ? rows : [undefined, ...rows],
  )
  if (!month) return { checked: 0, faults: await faultsOfLostMonths(deps), next: null }
  if (partNo < 0)
    return { checked: 1, faults: await faultsOfMonth(deps, before, month, monthNo), next: `${month.no}.0` }
  const part = await findPart(deps.db, month.month, partNo + 1)
  if (!part) return { checked: 0, faults: [], next: `${month.no + 1}.-1` }
  const problem = await problemOfPart(deps, part, stopping)
  const faults = problem ? [`sealed month ${month.month}, part ${part.no}: ${problem}`] : []
  return { checked: 1, faults, next: `${month.no}.${part.no}` }
}

async function faultsOfLostMonths({ db }: Verifying): Promise<string[]> {
  const months = await listMonthsWithoutSeal(db)
  return months.map((month) => `month ${month}: its files are there, its row of sealed_month is missing`)
}

async function faultsOfMonth(
  { db }: Verifying,
  before: SealedMonth | undefined,
  month: SealedMonth,
  expectedNo: number,
): Promise<string[]> {
  const parts = await listParts(db, month.month)
  const say = (problem: string) => `sealed month ${month.month}: ${problem}`
  const faults: string[] = []
  if (month.no !== expectedNo) faults.push(say(`follows row ${expectedNo - 1} of sealed_month: rows are missing`))
  else if (!month.prevHash.equals(before?.hash ?? sealedChainStart()))
    faults.push(say('does not continue the month before it'))
  if (!month.hash.equals(sealedMonthHash({ ...month, table: sealedTable })))
    faults.push(say('its row was changed after it was written'))
  if (!month.contentHash.equals(sealedContentHash(parts))) faults.push(say('its parts are not those that were sealed'))
  return faults
}

async function problemOfPart(deps: Verifying, part: SealedPart, stopping?: AbortSignal): Promise<string | null> {
  const problem = await problemOfContent(deps.files, { ...part, hashPartBytes: null }, stopping)
  return problem ?? (await problemOfRows(deps, part, stopping))
}

/** The hash only says that these are the bytes that were stored. */
async function problemOfRows({ db, files }: Verifying, part: SealedPart, stopping?: AbortSignal) {
  const heard = new Map<number, number>()
  let rows = 0
  try {
    const file = await openParquet(files, { key: part.storageKey, size: part.size })
    for await (const group of file.readGroups(['session_no', 'credited_ds'], null)) {
      stopping?.throwIfAborted()
      rows += group.length
      for (const { session_no, credited_ds } of group)
        heard.set(Number(session_no), Math.max(heard.get(Number(session_no)) ?? 0, Number(credited_ds)))
    }
  } catch (error) {
    stopping?.throwIfAborted()
    if (error instanceof StoreUnavailableError) throw error
    return 'its rows cannot be read'
  }
  if (rows !== part.rows) return `${rows} instead of ${part.rows} rows`
  // Sessions at the ends may go on in the parts beside this one.
  const isWhole = (no: number) => no !== part.firstNo && no !== part.lastNo
  const known = await listSealedCredit(db, [...heard.keys()])
  const wrong = [...known].filter(([no, most]) =>
    isWhole(no) ? heard.get(no) !== most : (heard.get(no) ?? 0) > (most ?? 0),
  )
  return wrong.length > 0 ? `${wrong.length} sessions remember another credit, such as ${wrong[0]?.[0]}` : null
}
