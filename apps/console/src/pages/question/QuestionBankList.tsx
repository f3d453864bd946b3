import type { QuestionBank } from '@ce/client/staff/question.ts'
import { questionTypeLabels } from '@ce/contract/question-options'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { DeskTable } from '../../components/DeskTable.tsx'
import { paths } from '../../paths.ts'
import classes from './Banks.module.css'
import { bankCountsText } from './bank-text.ts'

interface BanksProps {
  banks: readonly QuestionBank[]
  courseId: string | undefined
}

export function QuestionBankList({ banks, courseId }: BanksProps) {
  const chosen = banks.filter((bank) => bank.courseId === courseId)
  const shown = chosen.length > 0 ? chosen : banks
  const lacking = banks.filter(({ plans }) => plans.some(({ lacks }) => lacks.length > 0)).length
  return (
    <section className={classes.banks} aria-labelledby="banks">
      <div className={classes.head}>
        <h2 id="banks">{chosen.length > 0 ? '这门课程的题库' : '各课程的题库'}</h2>
        {chosen.length > 0 ? (
          <Link to={paths.questions()}>查看全部 {banks.length} 门课程</Link>
        ) : (
          lacking > 0 && <StatusMark kind="error">{lacking} 门课程不够组卷</StatusMark>
        )}
      </div>
      <div className={classes.table}>
        <DeskTable<QuestionBank>
          aria-labelledby="banks"
          rowKey="courseId"
          columns={columns}
          dataSource={[...shown]}
          locale={{ emptyText: '还没有课程' }}
        />
      </div>
    </section>
  )
}

const columns: TableProps<QuestionBank>['columns'] = [
  { key: 'course', title: '课程', minWidth: 140, render: (_, bank) => <Course bank={bank} /> },
  count(questionTypeLabels.SINGLE, ({ enabled }) => enabled.single),
  count(questionTypeLabels.MULTIPLE, ({ enabled }) => enabled.multiple),
  count(questionTypeLabels.JUDGE, ({ enabled }) => enabled.judge),
  count('已停用', ({ disabled }) => disabled),
  { key: 'findings', title: '待核对', width: 96, render: (_, bank) => <Open bank={bank} /> },
  { key: 'plans', title: '够不够组卷', width: '42%', render: (_, bank) => <Plans bank={bank} /> },
]

function count(title: string, of: (bank: QuestionBank) => number) {
  return {
    key: title,
    title,
    width: 76,
    align: 'right' as const,
    responsive: ['md' as const],
    render: (_: unknown, bank: QuestionBank) => of(bank),
  }
}

function Course({ bank: { courseId, title, enabled, disabled } }: { bank: QuestionBank }) {
  return (
    <>
      <Link to={paths.questionsIn({ course: courseId })}>{title}</Link>
      <span className={classes.narrowOnly}>
        {bankCountsText(enabled)}，已停用 {disabled}
      </span>
    </>
  )
}

function Open({ bank: { courseId, findings } }: { bank: QuestionBank }) {
  const { serious, minor } = findings
  if (serious + minor === 0) return '—'
  return (
    <Link to={paths.questionsIn({ course: courseId, finding: 'OPEN' })}>
      <StatusMark kind={serious > 0 ? 'error' : 'warning'}>{serious + minor} 道</StatusMark>
    </Link>
  )
}

function Plans({ bank: { plans } }: { bank: QuestionBank }) {
  if (plans.length === 0) return <span className={classes.minor}>没有年度考这门课程</span>
  return (
    <ul className={classes.plans}>
      {plans.map(({ year, paper, lacks }) => (
        <li key={year}>
          <StatusMark kind={lacks.length > 0 ? 'error' : 'done'}>
            {year} 年度{lacks.length > 0 ? `不够：${lacks.join('；')}` : '够用'}
          </StatusMark>{' '}
          <span className={classes.minor}>每卷 {bankCountsText(paper)}</span>
        </li>
      ))}
    </ul>
  )
}
