import { legalTextTitles } from '@ce/contract/legal-text'
import type { Announcement } from '../../message/service.ts'
import type { LegalTextKind } from './store/texts.ts'

export interface LegalTextAnnouncementInput {
  id: string
  version: string
  effectiveFrom: string
  summary: string
  dayCame: boolean
  /** The last day for paid students to accept the text, or null. */
  graceUntil: string | null
}

const about = { kind: 'ACCOUNT', link: '/system/agreements' } as const

/** The announcement goes to everybody who has not accepted the text. */
export function legalTextApprovedAnnouncement(kind: LegalTextKind, text: LegalTextAnnouncementInput): Announcement {
  const { id, version, effectiveFrom, summary, dayCame, graceUntil } = text
  const name = legalTextTitles[kind]
  const when = dayCame
    ? `已于 ${effectiveFrom} 生效，请阅读并同意；未同意的，不能继续报名、学习和考试。`
    : `自 ${effectiveFrom} 起生效，请在此之前阅读并同意；到期未同意的，不能继续报名、学习和考试。`
  const grace = graceUntil ? `已缴费、正在学习的学员，最迟可在 ${graceUntil}（含当日）同意。` : ''
  return {
    ...about,
    audience: 'TEXT_READERS',
    audienceId: id,
    title: `${name}有新版本`,
    body: `${name}（版本 ${version}）${when}${grace}修改内容：${summary}`,
  }
}

/** The announcement of a withdrawal also goes to people who accepted the text. */
export function legalTextWithdrawnAnnouncement(
  kind: LegalTextKind,
  { id, version, effectiveFrom }: LegalTextAnnouncementInput,
  reason: string,
): Announcement {
  const name = legalTextTitles[kind]
  return {
    ...about,
    audience: 'TEXT_TOLD',
    audienceId: id,
    title: `${name}的新版本不再生效`,
    body: `原定 ${effectiveFrom} 生效的${name}（版本 ${version}）已撤回，原因：${reason}。现行版本继续有效，您无需操作。`,
  }
}
