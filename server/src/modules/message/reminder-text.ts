import { dayOf, lastDayOf } from '@ce/contract/plan-days'

const dayMs = 86_400_000

/**
 * A reminder of the end of a plan's study, as it is true when it is read: the last day as the plan has it by then, and how far that is from today by
 * the calendar of Shanghai. Whether the reader has what is asked by now is not known: the sentence speaks of the day it was sent.
 */
export function reminderText(
  { year, studyEndAt }: { year: number; studyEndAt: Date },
  now: Date,
): { title: string; body: string } {
  const lastDay = lastDayOf(studyEndAt)
  const days = Math.round((Date.parse(lastDay) - Date.parse(dayOf(now))) / dayMs)
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
