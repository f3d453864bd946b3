import { zipSync } from 'fflate'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { reviewAttempt } from '../../exam/service.ts'
import { keepCopy } from '../../file/service.ts'
import { notify } from '../../message/service.ts'
import { mergedAccounts } from '../../student/service.ts'
import { copyPage } from '../copy/page.ts'
import { listEndedAttempts, readSections } from '../store/copy.ts'
import { type Claimed, claimExport, failSpent, setReady } from '../store/exports.ts'

/** A job: makes the copies that were asked for, one at a time; one that a dead process left is taken up again. */
export async function makeCopies(deps: Deps): Promise<number> {
  let made = 0
  for (let claimed = await claimExport(deps.db); claimed; claimed = await claimExport(deps.db)) {
    await makeCopy(deps, claimed).catch((error: unknown) => {
      // taken up again in five minutes
      console.error(`copy ${claimed?.id}:`, error)
    })
    made += 1
  }
  await failSpent(deps.db)
  return made
}

/** another process finished it meanwhile: what was made here is thrown away */
class Overtaken extends Error {}

async function makeCopy(deps: Deps, claimed: Claimed): Promise<void> {
  const { studentId } = claimed
  const [now, keepDays] = [await appNow(deps.db), await deps.settings.get('privacy.exportKeepDays')]
  const content = await packCopy(deps, studentId, now)
  const name = `个人信息副本-${shanghaiDay(now)}.zip`
  const copy = { ownerId: studentId, name, mime: 'application/zip', content, keepDays }
  await keepCopy(deps, copy, async (tx, fileId) => {
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

/** The ZIP: a page to read, the same as JSON, and the papers that may be looked at. */
export async function packCopy(deps: Deps, studentId: string, now: Date): Promise<Buffer> {
  const ids = [studentId, ...(await mergedAccounts(deps.db, studentId))]
  const sections = await readSections(deps.db, ids)
  const data = Object.fromEntries(sections.map(({ key, rows }) => [key, rows]))
  const papers = await openPapers(deps, studentId)
  const text = new TextEncoder()
  const entry = (content: string) => text.encode(content)
  return Buffer.from(
    zipSync({
      '个人信息副本.html': entry(copyPage(sections, now)),
      'data.json': entry(JSON.stringify({ madeAt: now, ...data }, null, 1)),
      'answers.json': entry(JSON.stringify(papers, null, 1)),
    }),
  )
}

/** The papers with right answers, by the very rule of the page 查看答卷: what is closed there is closed here. */
async function openPapers(deps: Deps, studentId: string) {
  // no call is made on anybody's behalf: a review asks for the student alone
  const student: StudentActor = { studentId, tokenHash: '' }
  const papers: unknown[] = []
  for (const attemptId of await listEndedAttempts(deps.db, studentId)) {
    const paper = await reviewAttempt(deps, student, { attemptId }).catch((error: unknown) => {
      if (error instanceof Refusal) return { attemptId, closed: error.key }
      throw error
    })
    papers.push(paper)
  }
  return papers
}
