import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { isDatabaseUnavailable } from '../../../../platform/db/connection-lost.ts'
import { appNow } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refusal } from '../../../../platform/errors.ts'
import { logFault } from '../../../../platform/observability/log.ts'
import { shanghaiDay } from '../../../../platform/shanghai-day.ts'
import { loadAttemptReview } from '../../../exam/service/review.ts'
import { listOwnedFiles, type OwnedFile, storeDataCopy } from '../../../file/service/owned.ts'
import { notify } from '../../../message/service.ts'
import { mergedAccounts } from '../../../student/service.ts'
import type { CopyFilePaths, FilledCopySection } from '../copy/page.ts'
import { type DataCopyPart, renderDataCopyPage, toDataCopyPart } from '../copy/page.ts'
import { createZip, textChunks, type ZipOutputEntry } from '../copy/zip.ts'
import { listSubmittedAttemptIds, readDataCopySections } from '../store/copy.ts'
import {
  type ClaimedDataCopy,
  claimDataCopy,
  failDataCopiesWithoutTriesLeft,
  setDataCopyReady,
  unclaimDataCopy,
} from '../store/exports.ts'
import { addSealedHeartbeats } from './copy-heartbeats.ts'

/**
 * Makes one copy at a time and takes over those of crashed processes. @param stopping ends it between two chunks
 * without counting a try
 */
export async function makeDataCopies(deps: Deps, stopping?: AbortSignal): Promise<number> {
  let made = 0
  for (let claimed = await claimDataCopy(deps.db); claimed; claimed = await claimDataCopy(deps.db)) {
    const one = claimed
    await makeCopy(deps, one, stopping).catch(async (error: unknown) => {
      if (stopping?.aborted) await unclaimDataCopy(deps.db, one)
      stopping?.throwIfAborted()
      if (isDatabaseUnavailable(error)) throw error
      // A copy that failed is tried again in five minutes.
      logFault(`copy ${one.id}`, error)
    })
    made += 1
  }
  await failDataCopiesWithoutTriesLeft(deps.db)
  return made
}

/** Thrown when another process has finished the copy first. */
class Overtaken extends Error {}

async function makeCopy(deps: Deps, claimed: ClaimedDataCopy, stopping?: AbortSignal): Promise<void> {
  const { studentId } = claimed
  const [now, keepDays] = [await appNow(deps.db), await deps.settings.get('privacy.exportKeepDays')]
  const name = `个人信息副本-${shanghaiDay(now)}.zip`
  const copy = { ownerId: studentId, name, mime: 'application/zip', keepDays }
  const pieces = () => until(stopping, packCopy(deps, studentId, now))
  await storeDataCopy(deps, { ...copy, pieces }, async (tx, fileId) => {
    if (!(await setDataCopyReady(tx, claimed, fileId))) throw new Overtaken()
    await notify(tx, {
      studentId,
      kind: 'ACCOUNT',
      event: `export:${claimed.id}`,
      title: '个人信息副本已备好',
      body: `您申请的个人信息副本已经整理好，请在 ${keepDays} 天内下载，之后会自动删除。如果不是您本人申请的，请立即修改密码。`,
      link: '/system/privacy',
    })
  }).catch((error: unknown) => {
    if (!(error instanceof Overtaken)) throw error
  })
}

async function* until(stopping: AbortSignal | undefined, pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const piece of pieces) {
    stopping?.throwIfAborted()
    yield piece
  }
}

/** Maximum size of the uploaded files in a copy, because our ZIP format is limited to 4 GB. */
const mostBytes = 1024 ** 3

/** The copy contains a page, the same data as JSON, the papers that may be shown, and the uploaded files. */
function packCopy(deps: Deps, studentId: string, now: Date): AsyncIterable<Buffer> {
  return createZip(entriesOf(deps, studentId, now))
}

async function* entriesOf(deps: Deps, studentId: string, now: Date): AsyncIterable<ZipOutputEntry> {
  const ids = [studentId, ...(await mergedAccounts(deps.db, studentId))]
  // Files come first, because the page lists the paths of those that were found.
  const places = new Map<string, string>()
  yield* fileEntries(await listOwnedFiles(deps, ids), places)
  const parts: DataCopyPart[] = []
  const data = dataOf(deps, { ids, places: Object.fromEntries(places), parts, now })
  yield { name: 'data.json', pieces: () => textChunks(data) }
  yield { name: '个人信息副本.html', pieces: () => textChunks([renderDataCopyPage(parts, now)]) }
  yield { name: 'answers.json', pieces: () => textChunks(openPapers(deps, studentId)) }
}

/** Skips files deleted meanwhile and stops at the size limit, so the oldest are left out. */
async function* fileEntries(files: readonly OwnedFile[], places: Map<string, string>): AsyncIterable<ZipOutputEntry> {
  let bytes = 0
  for (const { id, name, size, isThere, pieces } of files) {
    if (bytes + size > mostBytes) return
    if (!(await isThere())) continue
    bytes += size
    // Replaces characters that are not allowed in file names.
    const place = `文件/${places.size + 1}-${name.replace(/[<>:"|?*\\/]/g, '_')}`
    places.set(id, place)
    yield { name: place, stored: true, pieces }
  }
}

interface Data {
  ids: readonly string[]
  places: CopyFilePaths
  parts: DataCopyPart[]
  now: Date
}

/** Yields one section after another, so that only one is in memory at a time. */
async function* dataOf(deps: Deps, { ids, places, parts, now }: Data): AsyncIterable<string> {
  const complete = async (key: string, rows: FilledCopySection['rows']) =>
    key === 'beats' ? addSealedHeartbeats(deps, ids, rows) : rows
  yield `{\n "madeAt": ${JSON.stringify(now)}`
  for await (const section of readDataCopySections(deps.db, ids, places, complete)) {
    parts.push(toDataCopyPart(section))
    yield `,\n ${JSON.stringify(section.key)}: ${JSON.stringify(section.rows, null, 1)}`
  }
  yield '\n}'
}

/** Papers are included by the same rule as on the review page. */
async function* openPapers(deps: Deps, studentId: string): AsyncIterable<string> {
  const student: StudentActor = { studentId, tokenHash: '' }
  let mark = '['
  for (const attemptId of await listSubmittedAttemptIds(deps.db, studentId)) {
    const paper = await loadAttemptReview(deps, student, { attemptId }).catch((error: unknown) => {
      if (error instanceof Refusal) return { attemptId, closed: error.key }
      throw error
    })
    yield `${mark}\n${JSON.stringify(paper, null, 1)}`
    mark = ','
  }
  yield mark === '[' ? '[]' : '\n]'
}
