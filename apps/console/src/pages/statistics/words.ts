import type { YearFigures } from '@ce/client/staff/statistics.ts'

type Day = YearFigures['days'][number]

/** What a day tells, one at a time. */
export const metrics = [
  { key: 'signs', title: '报名', unit: '人', of: (day: Day) => day.signs },
  {
    key: 'study',
    title: '学习时长',
    unit: '小时',
    of: (day: Day) => Math.round(day.studySeconds / 360) / 10,
  },
  { key: 'passes', title: '考试通过', unit: '人次', of: (day: Day) => day.passes },
  { key: 'proofs', title: '签发证明', unit: '份', of: (day: Day) => day.proofs },
] as const

/** 12.3%; — when there is nothing to take a part of */
export function share(part: number, whole: number): string {
  return whole === 0 ? '—' : `${Math.round((1000 * part) / whole) / 10}%`
}
