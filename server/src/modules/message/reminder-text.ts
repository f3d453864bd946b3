import { lastShanghaiDayBefore, shanghaiDayOf } from '@ce/contract/plan-days'

const dayMs = 86_400_000

/**
 * The text refers to the day when the reminder was sent, because the hours may be complete when the student reads it.
 */
export function reminderText(
  { year, studyEndAt }: { year: number; studyEndAt: Date },
  now: Date,
): { title: string; body: string } {
  const lastDay = lastShanghaiDayBefore(studyEndAt)
  const days = Math.round((Date.parse(lastDay) - Date.parse(shanghaiDayOf(now))) / dayMs)
  const lacking = '本提醒发出时，您的学时还没有达到要求。'
  if (studyEndAt <= now)
    return {
      title: `${year} 年度学习已截止`,
      body: `学习与考试已于 ${lastDay} 截止。${lacking}`,
    }
  const act = '尚未完成的，请尽快完成课程学习、考试与公需学时。'
  if (days === 0)
    return {
      title: `${year} 年度学习今天截止`,
      body: `学习与考试今天（${lastDay}）24:00 截止。${lacking}${act}`,
    }
  return {
    title: `${year} 年度学习还有 ${days} 天截止`,
    body: `学习与考试的最后一天是 ${lastDay}（含当日），还有 ${days} 天。${lacking}${act}`,
  }
}
