import type { QuestionHead } from '@ce/client/staff/question.ts'
import { difficultyName, typeNames } from '@ce/contract/question-options'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { Updated } from '../../components/Updated.tsx'
import { paths } from '../../paths.ts'
import classes from './QuestionList.module.css'
import { discriminationWords, rateWords } from './statistics.ts'
import { Tags } from './Tags.tsx'

/** The list of questions; the stem leads to the question. Of several courses each says its own. */
export const questionColumns = (ofOneCourse: boolean): TableProps<QuestionHead>['columns'] => [
  { key: 'no', title: '题号', width: 64, align: 'right', dataIndex: 'no' },
  {
    key: 'type',
    title: '题型',
    width: 76,
    responsive: ['md'],
    render: (_, { type }) => typeNames[type],
  },
  {
    key: 'stem',
    title: '题干',
    render: (_, question) => <Stem question={question} withCourse={!ofOneCourse} />,
  },
  {
    key: 'difficulty',
    title: '难度',
    width: 56,
    responsive: ['md'],
    render: (_, { difficulty }) => difficultyName(difficulty),
  },
  {
    key: 'tags',
    title: '标签',
    width: 96,
    responsive: ['xl'],
    render: (_, { tags }) => (tags.length > 0 ? <Tags tags={tags} /> : '—'),
  },
  {
    key: 'rate',
    title: '正确率',
    width: 88,
    align: 'right',
    responsive: ['lg'],
    render: (_, { statistics }) => (
      <>
        {rateWords(statistics)}
        <span className={classes.minor}>{statistics.answered} 份试卷</span>
      </>
    ),
  },
  {
    key: 'discrimination',
    title: '区分度',
    width: 84,
    align: 'right',
    responsive: ['lg'],
    render: (_, { statistics }) => discriminationWords(statistics),
  },
  {
    key: 'state',
    title: '状态',
    width: 76,
    responsive: ['md'],
    render: (_, { enabled }) => <QuestionState enabled={enabled} />,
  },
  {
    key: 'updated',
    title: '最近修改',
    width: 150,
    responsive: ['lg'],
    render: (_, row) => <Updated row={row} />,
  },
]

export function QuestionState({ enabled }: { enabled: boolean }) {
  return <StatusMark kind={enabled ? 'done' : 'locked'}>{enabled ? '启用' : '停用'}</StatusMark>
}

function Stem({ question, withCourse }: { question: QuestionHead; withCourse: boolean }) {
  const { id, stem, courseTitle, type, difficulty, enabled, findings } = question
  const open = findings.filter(({ accepted }) => !accepted)
  return (
    <>
      <Link to={paths.question(id)} className={classes.stem}>
        {stem}
      </Link>
      {open.length > 0 && (
        <span className={classes.finding}>
          <StatusMark kind={open.some(({ serious }) => serious) ? 'error' : 'warning'}>
            待核对：{open.map(({ words }) => words).join('；')}
          </StatusMark>
        </span>
      )}
      {withCourse && <span className={classes.minor}>{courseTitle}</span>}
      <span className={classes.narrowOnly}>
        {typeNames[type]} · {difficultyName(difficulty)} <QuestionState enabled={enabled} />
      </span>
    </>
  )
}
