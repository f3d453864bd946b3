import { subjectNames } from '@ce/contract/hours-names'
import { hoursSourceNames, yearStepNames } from '@ce/contract/statistics-names'
import { yearNameTexts } from '@ce/contract/trial-text'
import { auditStaff } from '../../../../platform/audit.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { shanghaiDay } from '../../../../platform/shanghai-day.ts'
import { type SheetCell, writeWorkbook, xlsxMime } from '../../../../platform/sheets/write.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { courseNoteTexts } from '../course-notes.ts'
import type { YearStatisticsFigures } from './read.ts'
import { readYearStatistics, type YearStatisticsRequest } from './read.ts'

/** Rows hold section, row name and figure. The export is audited. */
export async function exportYearStatistics(deps: Deps, staff: StaffAtWork, wish: YearStatisticsRequest) {
  const { year, trial, asOf, figures } = await readYearStatistics(deps, wish)
  const rows = rowsOf(figures)
  const { from, to } = wish
  await auditStaff(deps.db, staff, 'statistics.exported', String(year), {
    ...{ year, rows: rows.length },
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  })
  const columns = [
    ['栏目', 16],
    ['项目', 34],
    ['指标', 22],
    ['数值', 14],
  ] as const
  const bytes = await writeWorkbook(columns, rows)
  return {
    name: `${yearNameTexts({ year, trial }).year.replace(' ', '')}统计-截至${shanghaiDay(asOf)}.xlsx`,
    mime: xlsxMime,
    content: bytes.toString('base64'),
  }
}

type Line = [section: string, item: string, figures: Record<string, number | null>]

function rowsOf(figures: YearStatisticsFigures): SheetCell[][] {
  return linesOf(figures).flatMap(([section, item, values]) =>
    Object.entries(values).map(([name, value]): SheetCell[] => [section, item, name, value]),
  )
}

function linesOf(figures: YearStatisticsFigures): Line[] {
  const { people, completion, money, proofs, funnel } = figures
  return [
    ['概览', '本年度', { '人数（报名或有学时）': people }],
    ...funnel.map(({ step, count }): Line => ['进度', yearStepNames[step], { 人数: count }]),
    [
      '完成',
      '已缴费的人',
      {
        专业科目达标: completion.professional,
        公需科目达标: completion.public,
        全部达标: completion.both,
      },
    ],
    [
      '金额',
      '订单',
      {
        已付订单: money.orders,
        '收款（元）': money.paid / 100,
        '退款（元）': money.refunded / 100,
        '实收（元）': money.kept / 100,
      },
    ],
    ['证明', '学时证明', { 有效: proofs.valid, 已撤销: proofs.revoked }],
    ...figures.hours.map(
      ({ source, entries, professional, public: other }): Line => [
        '学时来源',
        hoursSourceNames[source],
        { 笔数: entries, 专业科目学时: professional, 公需科目学时: other },
      ],
    ),
    ...figures.courses.map(courseLine),
    ...figures.reductions.map(
      ({ name, submitted, approved, rejected, hours }): Line => [
        '学时减免',
        name,
        { 已提交: submitted, 已通过: approved, 已驳回: rejected, 减免学时: hours },
      ],
    ),
    ...groupLines('城市', figures.cities),
    ...groupLines('工作单位', figures.employers),
    ...figures.days.map(
      ({ day, signs, studySeconds, passes, proofs: issued }): Line => [
        '按日',
        day,
        { 报名: signs, '学习（小时）': hoursOf(studySeconds), 考试通过: passes, 签发证明: issued },
      ],
    ),
  ]
}

function courseLine(course: YearStatisticsFigures['courses'][number]): Line {
  const { title, subject, averageScore, ...counts } = course
  const values = Object.entries(courseNoteTexts).map(([key, name]) => [name, counts[asKey(key)]])
  return ['课程', `${title}（${subjectNames[subject]}）`, { ...Object.fromEntries(values), 平均分: averageScore }]
}

const asKey = (key: string) => key as keyof typeof courseNoteTexts

function groupLines(section: string, groups: YearStatisticsFigures['cities']): Line[] {
  return groups.map(({ name, signed, paid, proven }) => [section, name, { 报名: signed, 缴费: paid, 取得证明: proven }])
}

const hoursOf = (seconds: number) => Math.round(seconds / 360) / 10
