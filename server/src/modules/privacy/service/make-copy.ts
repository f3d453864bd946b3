import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { isUnavailable } from '../../../platform/db/connection-lost.ts'
import { appNow } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { logFault } from '../../../platform/observability/log.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { reviewAttempt } from '../../exam/service.ts'
import { keepCopy, type OwnedFile, ownedFiles } from '../../file/service.ts'
import { notify } from '../../message/service.ts'
import { mergedAccounts } from '../../student/service.ts'
import { copyPage, type Part, partOf } from '../copy/page.ts'
import type { Places } from '../copy/section.ts'
import { type Entry, textPieces, zipOf } from '../copy/zip.ts'
import { listEndedAttempts, readSections } from '../store/copy.ts'
import { type Claimed, claimExport, failSpent, giveBackExport, setReady } from '../store/exports.ts'

/**
 * A job: makes the copies that were asked for, one at a time; one that a dead process left is taken up again. @param stopping ends it
 * between two pieces of a copy, so that nothing of it stays behind and no try of it is spent
 */
export async function makeCopies(deps: Deps, stopping?: AbortSignal): Promise<number> {
  let made = 0
  for (let claimed = await claimExport(deps.db); claimed; claimed = await claimExport(deps.db)) {
    const one = claimed
    await makeCopy(deps, one, stopping).catch(async (error: unknown) => {
      if (stopping?.aborted) await giveBackExport(deps.db, one)
      stopping?.throwIfAborted()
      if (isUnavailable(error)) throw error
      // taken up again in five minutes
      logFault(`copy ${one.id}`, error)
    })
    made += 1
  }
  await failSpent(deps.db)
  return made
}

/** another process finished it meanwhile: what was made here is thrown away */
class Overtaken extends Error {}

async function makeCopy(deps: Deps, claimed: Claimed, stopping?: AbortSignal): Promise<void> {
  const { studentId } = claimed
  const [now, keepDays] = [await appNow(deps.db), await deps.settings.get('privacy.exportKeepDays')]
  const name = `个人信息副本-${shanghaiDay(now)}.zip`
  const copy = { ownerId: studentId, name, mime: 'application/zip', keepDays }
  const pieces = () => until(stopping, packCopy(deps, studentId, now))
  await keepCopy(deps, { ...copy, pieces }, async (tx, fileId) => {
    if (!(await setReady(tx, claimed, fileId))) throw new Overtaken()
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

async function* until(
  stopping: AbortSignal | undefined,
  pieces: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  for await (const piece of pieces) {
    stopping?.throwIfAborted()
    yield piece
  }
}

/** bytes of files in one copy: a ZIP of our kind holds no 4 GB, and nobody fetches that much */
const mostBytes = 1024 ** 3

/** The ZIP, in pieces: a page to read, the same as JSON, the papers that may be looked at, and the files that were handed in. */
function packCopy(deps: Deps, studentId: string, now: Date): AsyncIterable<Buffer> {
  return zipOf(entriesOf(deps, studentId, now))
}

async function* entriesOf(deps: Deps, studentId: string, now: Date): AsyncIterable<Entry> {
  const ids = [studentId, ...(await mergedAccounts(deps.db, studentId))]
  // first the files: the page says which of them are here
  const places = new Map<string, string>()
  yield* fileEntries(await ownedFiles(deps, ids), places)
  const parts: Part[] = []
  const data = dataOf(deps, { ids, places: Object.fromEntries(places), parts, now })
  yield { name: 'data.json', pieces: () => textPieces(data) }
  yield { name: '个人信息副本.html', pieces: () => textPieces([copyPage(parts, now)]) }
  yield { name: 'answers.json', pieces: () => textPieces(openPapers(deps, studentId)) }
}

/** What is deleted while the copy is made is left out, and the oldest of what is too much. */
async function* fileEntries(
  files: readonly OwnedFile[],
  places: Map<string, string>,
): AsyncIterable<Entry> {
  let bytes = 0
  for (const { id, name, size, isThere, pieces } of files) {
    if (bytes + size > mostBytes) return
    if (!(await isThere())) continue
    bytes += size
    // what an unpacker may not write into a name
    const place = `文件/${places.size + 1}-${name.replace(/[<>:"|?*\\/]/g, '_')}`
    places.set(id, place)
    yield { name: place, stored: true, pieces }
  }
}

interface Data {
  ids: readonly string[]
  places: Places
  /** what the page says of each section is left here */
  parts: Part[]
  now: Date
}

/** data.json, section by section: no more than one of them lies in memory. */
async function* dataOf(deps: Deps, { ids, places, parts, now }: Data): AsyncIterable<string> {
  yield `{\n "madeAt": ${JSON.stringify(now)}`
  for await (const section of readSections(deps.db, ids, places)) {
    parts.push(partOf(section))
    yield `,\n ${JSON.stringify(section.key)}: ${JSON.stringify(section.rows, null, 1)}`
  }
  yield '\n}'
}

/** The papers with right answers, by the very rule of the page 查看答卷: what is closed there is closed here. */
async function* openPapers(deps: Deps, studentId: string): AsyncIterable<string> {
  // no call is made on anybody's behalf: a review asks for the student alone
  const student: StudentActor = { studentId, tokenHash: '' }
  let mark = '['
  for (const attemptId of await listEndedAttempts(deps.db, studentId)) {
    const paper = await reviewAttempt(deps, student, { attemptId }).catch((error: unknown) => {
      if (error instanceof Refusal) return { attemptId, closed: error.key }
      throw error
    })
    yield `${mark}\n${JSON.stringify(paper, null, 1)}`
    mark = ','
  }
  yield mark === '[' ? '[]' : '\n]'
}
