import type { YearFigures } from '@ce/client/staff/statistics.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { FigureTable } from './FigureTable.tsx'
import { percentText } from './metrics.ts'
import { StatisticsSection } from './Section.tsx'

export function CourseFiguresTable({ courses }: Pick<YearFigures, 'courses'>) {
  return (
    <StatisticsSection title="各课程">
      <FigureTable
        label="各课程"
        nothing="还没有人缴费学习。"
        head={[
          '课程',
          '科目',
          '缴费',
          '学完',
          '参考',
          '通过',
          '通过率（按人）',
          '考试次数',
          '通过率（按次）',
          '平均分',
        ]}
        rows={courses.map((course) => [
          course.title,
          subjectNames[course.subject],
          ...[course.paid, course.learned, course.sat, course.passed],
          percentText(course.passed, course.sat),
          course.attempts,
          percentText(course.passedAttempts, course.attempts),
          course.averageScore ?? '—',
        ])}
      />
    </StatisticsSection>
  )
}
