import type { RegradedPaper } from '@ce/client/staff/exam.ts'
import { regradeOutcomeNames } from '@ce/contract/regrade-outcomes'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './ExamDesk.module.css'
import { scoreWords } from './regrade-words.ts'

export type RegradeRow = Omit<RegradedPaper, 'doneAt' | 'tries'> &
  Partial<Pick<RegradedPaper, 'tries'>>

/** The papers of a preview or of a decided regrade. */
export const paperColumns = <Paper extends RegradeRow>(): TableProps<Paper>['columns'] => [
  {
    key: 'who',
    title: '学员',
    render: (_, { studentName, phoneMasked }) => (
      <>
        {studentName}
        <span className={classes.minor}>{phoneMasked}</span>
      </>
    ),
  },
  {
    key: 'which',
    title: '考试',
    render: (_, { attemptId, year, no, outcome }) =>
      outcome === 'NOT_BEGUN' ? (
        `${year} 年度第 ${no} 次`
      ) : (
        <Link to={paths.examsOne(attemptId)}>
          {year} 年度第 {no} 次
        </Link>
      ),
  },
  {
    key: 'before',
    title: '原成绩',
    render: (_, { oldScore, oldPassed }) => scoreWords(oldScore, oldPassed),
  },
  {
    key: 'now',
    title: '按新标准',
    render: (_, { newScore, newPassed }) => scoreWords(newScore, newPassed),
  },
  {
    key: 'outcome',
    title: '结果',
    render: (_, { outcome, tries = 0 }) =>
      outcome
        ? regradeOutcomeNames[outcome]
        : tries > 0
          ? `没有完成，已试 ${tries} 次`
          : '等待处理',
  },
]
