import type { YearFigures } from '@ce/client/staff/statistics.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { FigureTable } from './FigureTable.tsx'
import { Section } from './Section.tsx'
import { share } from './words.ts'

/** How each course went: learned, sat, passed, and how well. */
export function CourseTable({ courses }: Pick<YearFigures, 'courses'>) {
  return (
    <Section title="各课程">
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
          share(course.passed, course.sat),
          course.attempts,
          share(course.passedAttempts, course.attempts),
          course.averageScore ?? '—',
        ])}
      />
    </Section>
  )
}
