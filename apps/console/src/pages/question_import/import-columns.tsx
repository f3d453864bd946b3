import type { QuestionImportAction, QuestionImportRow } from '@ce/client/staff/question_import.ts'
import { difficultyName, typeNames } from '@ce/contract/question-options'
import type { TableProps } from 'antd'
import { answerWords } from '../question/labels.ts'
import classes from './QuestionImport.module.css'

type Row = QuestionImportRow & { id: string }
type Columns = NonNullable<TableProps<Row>['columns']>

const place: Columns[number] = {
  key: 'no',
  title: '行号',
  width: 72,
  align: 'right',
  dataIndex: 'no',
}

const stem: Columns[number] = {
  key: 'stem',
  title: '题干',
  render: (_, row) => <span className={classes.stem}>{row.stem || '（空）'}</span>,
}

const read: Columns = [
  {
    key: 'type',
    title: '题型',
    width: 80,
    responsive: ['md'],
    render: (_, { content }) => (content ? typeNames[content.type] : '—'),
  },
  {
    key: 'answer',
    title: '答案',
    width: 96,
    render: (_, { content }) => (content && answerWords(content.type, content.options)) || '—',
  },
  {
    key: 'difficulty',
    title: '难度',
    width: 64,
    responsive: ['md'],
    render: (_, { content }) => (content ? difficultyName(content.difficulty) : '—'),
  },
]

const problems: Columns[number] = {
  key: 'problems',
  title: '原因',
  width: '42%',
  render: (_, row) => <Problems row={row} />,
}

/** Of what can be imported its answer, of the rest why not, by column. */
export const importColumns = (action: QuestionImportAction): Columns =>
  action === 'CREATE' ? [place, stem, ...read] : [place, stem, problems]

function Problems({ row }: { row: Row }) {
  return (
    <ul className={classes.problems}>
      {row.problems.map(({ column, problem }) => (
        <li key={column + problem}>
          {column && <strong>{column}：</strong>}
          {problem}
        </li>
      ))}
    </ul>
  )
}
