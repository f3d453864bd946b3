import { textTitles } from '@ce/contract/legal-text'
import type { Announcement } from '../message/service.ts'
import type { TextKind } from './store/texts.ts'

export interface ToldText {
  id: string
  version: string
  effectiveFrom: string
  summary: string
  /** its day has come */
  dayCame: boolean
  /** the last day of grace; null: none */
  graceUntil: string | null
}

const about = { kind: 'ACCOUNT', link: '/system/agreements' } as const

/** To everybody who uses an account and has not accepted it. */
export function approvedAnnouncement(kind: TextKind, text: ToldText): Announcement {
  const { id, version, effectiveFrom, summary, dayCame, graceUntil } = text
  const name = textTitles[kind]
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

/** To who was told of it, or has accepted it. */
export function withdrawnAnnouncement(
  kind: TextKind,
  { id, version, effectiveFrom }: ToldText,
  reason: string,
): Announcement {
  const name = textTitles[kind]
  return {
    ...about,
    audience: 'TEXT_TOLD',
    audienceId: id,
    title: `${name}的新版本不再生效`,
    body: `原定 ${effectiveFrom} 生效的${name}（版本 ${version}）已撤回，原因：${reason}。现行版本继续有效，您无需操作。`,
  }
}
