import type { YearFigures } from '@ce/client/staff/statistics.ts'

type Day = YearFigures['days'][number]

/** The chart shows one of these metrics at a time. */
export const dayChartMetrics = [
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

/** Formats a share like 12.3%, or as — if the whole is zero. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? '—' : `${Math.round((1000 * part) / whole) / 10}%`
}
