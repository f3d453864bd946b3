import { formatDuration, formatElapsedTime } from '@ce/client/format.ts'
import type { LessonCheck } from '@ce/client/staff/teaching.ts'

/** A problem found in a lesson and what staff should do about it. */
export interface LessonFinding {
  what: string
  advice: string
}

/** A film may be this many seconds longer than its lesson; smaller differences are rounding errors. */
const drift = 1
const severalPlayers = 3
const severalLearners = 3

/** Returns the findings of a lesson, the most serious one first. */
export function lessonFindingsOf(check: LessonCheck): LessonFinding[] {
  return [unplayable(check), otherEnd(check), unfinished(check), longer(check)].filter((finding) => finding !== null)
}

function unplayable({ filmProblem }: LessonCheck): LessonFinding | null {
  if (filmProblem === null) return null
  return {
    what: `按现在的要求，这个视频不能用：${filmProblem}。`,
    advice: '请在课程里更换这个课时的视频，再发布新版本。',
  }
}

function otherEnd({ players, agreeing, endSeconds, mayCorrect }: LessonCheck): LessonFinding | null {
  if (players < severalPlayers || endSeconds === null) return null
  return {
    what: `${players} 名学员的播放器没有在登记的结尾处播完，其中 ${agreeing} 名都在 ${formatElapsedTime(endSeconds)} 播完。`,
    advice: mayCorrect
      ? `请自己播放一遍。视频确实在 ${formatElapsedTime(endSeconds)} 结束的，可把时长更正为 ${formatDuration(endSeconds)}，已经看够的学员随之学完；视频缺了内容的，请更换视频后发布新版本。`
      : '请自己播放一遍；视频有问题的，请重新导出、更换后发布新版本。',
  }
}

function unfinished({ started, finished, furthestSeconds, atFurthest }: LessonCheck): LessonFinding | null {
  if (started < severalLearners || finished > 0) return null
  const place = formatElapsedTime(furthestSeconds)
  return {
    what: `${started} 名学员开始学，没有人学完；最远学到 ${place}，其中 ${atFurthest} 名停在那里。`,
    advice: `请从 ${place} 之前播放，看画面或声音是否中断；有问题的请重新导出、更换后发布新版本。只是学员还没有学到后面的，不用处理。`,
  }
}

function longer({ filmSeconds, durationSeconds }: LessonCheck): LessonFinding | null {
  if (filmSeconds === null || filmSeconds <= durationSeconds + drift) return null
  return {
    what: `视频实际有 ${formatDuration(filmSeconds)}，登记的是 ${formatDuration(durationSeconds)}，学员看够登记的时长就算学完。`,
    advice: '已经开始学的学员不变。请保存草稿并发布新版本，此后报名的学员按实际时长学。',
  }
}
