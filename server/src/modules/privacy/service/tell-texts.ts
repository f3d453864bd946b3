import { textTitles } from '@ce/contract/legal-text'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notify } from '../../message/service.ts'
import {
  eventOf,
  listUntold,
  nextToTell,
  noteTold,
  type TextNews,
  takeNotice,
} from '../store/text-notices.ts'

/** accounts in one transaction */
const batch = 500

/**
 * A job: everybody is told of a new version as soon as two people have approved it, and of its withdrawal. A batch is told in one
 * transaction with the note of how far it went, so nobody is left out or told twice when a process ends in between.
 */
export async function tellOfTexts({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<void> {
  for (const news of await listUntold(db)) while (!stopping?.aborted && (await tellSome(db, news)));
}

/** @returns whether there may be more to tell */
function tellSome(db: Deps['db'], news: TextNews): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const notice = await takeNotice(tx, news)
    if (!notice) return false
    const students = await nextToTell(tx, news, { after: notice.toldTo, limit: batch })
    const words = wordsOf(news)
    const link = '/system/agreements'
    await notify(
      tx,
      ...students.map((studentId) => ({
        ...words,
        studentId,
        kind: 'ACCOUNT' as const,
        event: eventOf(news),
        link,
      })),
    )
    await noteTold(tx, news, students.at(-1) ?? null)
    return students.length > 0
  })
}

/** What they read. */
export function wordsOf(news: TextNews): { title: string; body: string } {
  const { kind, version, effectiveFrom, coming, graceUntil, summary, withdrawReason } = news
  const name = textTitles[kind]
  if (news.news === 'WITHDRAWN')
    return {
      title: `${name}的新版本不再生效`,
      body: `原定 ${effectiveFrom} 生效的${name}（版本 ${version}）已撤回，原因：${withdrawReason}。现行版本继续有效，您无需操作。`,
    }
  const when = coming
    ? `自 ${effectiveFrom} 起生效，请在此之前阅读并同意；到期未同意的，不能继续报名、学习和考试。`
    : `已于 ${effectiveFrom} 生效，请阅读并同意；未同意的，不能继续报名、学习和考试。`
  const grace = graceUntil ? `已缴费、正在学习的学员，最迟可在 ${graceUntil}（含当日）同意。` : ''
  return {
    title: `${name}有新版本`,
    body: `${name}（版本 ${version}）${when}${grace}修改内容：${summary}`,
  }
}
