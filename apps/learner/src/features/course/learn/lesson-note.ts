import { formatDateTime, formatDuration } from '@ce/client/format.ts'
import { roundToTenthSecond } from '@ce/client/lesson-player/intervals.ts'
import { isFilmTooShort, type PlayerState, type TakeoverTarget } from '@ce/client/lesson-player/state.ts'

export interface LessonNote {
  title: string
  text?: string
  button?: string
  urgent?: boolean
}

/** The note at the end of an unfinished lesson gives its unsent or uncredited seconds. */
export function lessonEndNote(state: PlayerState, wayOn: Required<Pick<LessonNote, 'text' | 'button'>>): LessonNote {
  const { queue, failures, keeps, creditedSeconds, duration } = state
  if (queue.length > 0 && failures > 0)
    return {
      title: '网络已断开',
      text: keeps
        ? '最后一段学习记录已存在本机，联网后自动上报。'
        : '最后一段学习记录还没有上报，请不要关闭本页，联网后自动上报。',
    }
  if (queue.length > 0) return { title: '正在保存最后一段学习记录…' }
  if (isFilmTooShort(state))
    return {
      title: '视频已经播完，比登记的时长短',
      text: '您看过的部分都已保存，时长已自动上报核对，核对后认定学完，不用重看。可以先学其他课时；第二天仍未学完的，请联系平台客服。',
    }
  const missing = Math.ceil(roundToTenthSecond(duration - creditedSeconds))
  return { title: `还有 ${formatDuration(missing)}没有计入`, ...wayOn }
}

/** @param rule end of the sentence: what the takeover means for this page */
export function takenOverNote(
  { movedTo }: PlayerState,
  { rule, button }: { rule: string; button: string },
): LessonNote {
  return {
    title: '已在其他页面或设备上学习',
    text: `${movedTo ? `${whereOf(movedTo)}。` : ''}同一时间只能在一处学习${rule}`,
    button,
    urgent: true,
  }
}

export const unaskedPresenceCheckReason = '当时本页没有联网或在休眠，没能请您确认'

export function signedOutNote({ keeps }: PlayerState): LessonNote {
  return {
    title: '身份验证已过期',
    text: keeps
      ? '请重新登录；未上报的记录留在本机，登录后打开课程即补报。'
      : '请重新登录后继续；本机没有保存未上报的记录。',
    urgent: true,
  }
}

export function refusedStudyNote({ stopText }: PlayerState): LessonNote {
  return { title: '暂时不能计入学时', text: stopText, button: '重试', urgent: true }
}

function whereOf({ device, at, courseTitle, lessonTitle }: TakeoverTarget): string {
  return `${formatDateTime(at)} 起在${device || '另一页面'}学习《${courseTitle}》的“${lessonTitle}”`
}
