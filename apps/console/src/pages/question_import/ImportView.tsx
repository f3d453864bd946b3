import { Facts } from '@ce/client/components/Facts.tsx'
import { banksQuery } from '@ce/client/staff/question.ts'
import {
  type QuestionField,
  type QuestionImport,
  type QuestionImportRow,
  questionImportRowsQuery,
  useCheckQuestionImport,
  useReturnedQuestions,
  useRunQuestionImport,
  useStopQuestionImport,
} from '@ce/client/staff/question_import.ts'
import { uuid } from '@ce/client/uuid.ts'
import { questionFieldWords } from '@ce/contract/import-fields'
import { difficultyName, typeNames } from '@ce/contract/question-options'
import { useQuery } from '@tanstack/react-query'
import type { TableColumnType } from 'antd'
import classes from '../../components/import/Import.module.css'
import { ImportDesk } from '../../components/import/ImportDesk.tsx'
import {
  fieldColumn,
  ImportRows,
  placeColumn,
  resultColumn,
  useRowFilter,
} from '../../components/import/ImportRows.tsx'
import type { TableWish } from '../../components/import/report.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { paths } from '../../paths.ts'
import { answerWords } from '../question/labels.ts'
import { QuestionCard } from '../question/QuestionCard.tsx'
import { questionFields } from './field-words.ts'
import { missingWords } from './mapping.ts'
import { useImportAddress } from './use-import-address.ts'

interface ImportViewProps {
  report: QuestionImport
  fileId: string | null
  renew: () => void
}

const formatNames = { XLSX: 'Excel', CSV: 'CSV', GIFT: 'GIFT', AIKEN: 'Aiken' } as const

/** How an import of questions stands. */
export function ImportView({ report, fileId, renew }: ImportViewProps) {
  const { importId, courseId, fileName, written } = report
  const { data: banks = [] } = useQuery(banksQuery())
  const course = banks.find((bank) => bank.courseId === courseId)
  const format = report.format ? `，${formatNames[report.format]} 格式` : ''
  const { open } = useImportAddress()
  const check = useCheckQuestionImport()
  const recheck = (file: string) => (wish: TableWish<QuestionField>) => {
    const next = uuid()
    const input = { importId: next, fileId: file, courseId, ...wish }
    check.mutate(input, { onSuccess: () => open(next, file) })
  }
  return (
    <ImportDesk<QuestionField>
      report={report}
      unit="道"
      about={
        <>
          <strong>{fileName}</strong>
          {format}
          {course && `，导入到“${course.title}”`}
        </>
      }
      fields={questionFields}
      missing={missingWords}
      recheck={
        fileId ? { start: recheck(fileId), error: check.error, busy: check.isPending } : null
      }
      again={<LinkButton to={`${paths.questionImport()}?course=${courseId}`}>重新上传</LinkButton>}
      run={useRunQuestionImport()}
      promise="导入后立即启用，新发的试卷可能抽到。"
      stop={useStopQuestionImport()}
      returned={useReturnedQuestions()}
      renew={renew}
      rows={<QuestionRows report={report} />}
    >
      <p>
        新增的 {written} 道试题均已启用。
        <LinkButton to={paths.questionsIn({ course: courseId, import: importId })}>
          查看这次导入的试题
        </LinkButton>
      </p>
    </ImportDesk>
  )
}

function QuestionRows({ report }: { report: QuestionImport }) {
  const { importId } = report
  const filter = useRowFilter(report)
  const { show, page, pageSize } = filter
  const query = useQuery(questionImportRowsQuery({ importId, show, page, pageSize }))
  return (
    <ImportRows<QuestionImportRow>
      report={report}
      unit="道"
      filter={filter}
      query={query}
      columns={columns}
      expandable={{
        columnTitle: <span className="visually-hidden">全文</span>,
        rowExpandable: ({ content, shown }) => content !== null || Object.keys(shown).length > 0,
        expandedRowRender: (row) =>
          row.content ? <QuestionCard content={row.content} answers /> : <AsRead {...row} />,
      }}
    />
  )
}

/** What the file has of a question that cannot be imported. */
function AsRead({ shown }: QuestionImportRow) {
  const facts = questionFields.flatMap(({ value }) =>
    shown[value] ? [[questionFieldWords[value], shown[value]] as const] : [],
  )
  return <Facts facts={facts} className={classes.read} />
}

/** How many there are; each stands in the question below. */
function optionCount({ content, shown }: QuestionImportRow) {
  const separate = Object.keys(shown).filter((field) => /^OPTION_/.test(field) && shown[field])
  const count = content?.options.length ?? separate.length
  return count > 0 ? `${count} 个` : null
}

const columns: TableColumnType<QuestionImportRow>[] = [
  placeColumn,
  resultColumn(['STEM', 'TYPE', 'OPTIONS', 'ANSWER', 'DIFFICULTY'], questionFieldWords, 320),
  fieldColumn<QuestionImportRow>('STEM', '题干', ({ label }) => label || '（空）'),
  fieldColumn<QuestionImportRow>(
    'TYPE',
    '题型',
    ({ content }) => content && typeNames[content.type],
  ),
  fieldColumn<QuestionImportRow>('OPTIONS', '选项', optionCount),
  fieldColumn<QuestionImportRow>(
    'ANSWER',
    '答案',
    ({ content }) => content && answerWords(content.type, content.options),
  ),
  fieldColumn<QuestionImportRow>(
    'DIFFICULTY',
    '难度',
    ({ content }) => content && difficultyName(content.difficulty),
  ),
]
