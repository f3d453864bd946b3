import type { QuestionImportRow } from '@ce/client/staff/question_import.ts'
import { difficultyName, typeNames, unreadSheetNo } from '@ce/contract/question-options'
import type { TableProps } from 'antd'
import classes from '../../components/import/Import.module.css'
import { placeColumn, problemsColumn } from '../../components/import/ImportRows.tsx'
import type { RowAction } from '../../components/import/use-row-filter.ts'
import { answerWords } from '../question/labels.ts'

type Columns = NonNullable<TableProps<QuestionImportRow>['columns']>

const place: Columns[number] = {
  ...placeColumn,
  render: (_, { no }) => (no < unreadSheetNo ? no : '整个表'),
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

/** Of what can be imported its answer, of the rest why not, by column. */
export const importColumns = (action: RowAction): Columns =>
  action === 'CREATE' ? [place, stem, ...read] : [place, stem, problemsColumn]
