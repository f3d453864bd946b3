import { DefinitionList } from '@ce/client/components/DefinitionList.tsx'
import { questionBanksQuery } from '@ce/client/staff/question.ts'
import type { QuestionField, QuestionImportRow } from '@ce/client/staff/question_import.ts'
import { questionImportCalls } from '@ce/client/staff/question_import.ts'
import { questionFieldLabels } from '@ce/contract/import-fields'
import { difficultyLabel, questionTypeLabels } from '@ce/contract/question-options'
import { useQuery } from '@tanstack/react-query'
import { typedKeysOf } from '../../components/code-options.ts'
import { uploadedFileSource } from '../../kit/import/file-source.tsx'
import classes from '../../kit/import/Import.module.css'
import type { ImportRowsConfig } from '../../kit/import/ImportRows.tsx'
import type { TableImportFields } from '../../kit/import/mapping.ts'
import { TableImportDesk } from '../../kit/import/TableImportDesk.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { paths } from '../../paths.ts'
import { rightAnswerText } from '../question/labels.ts'
import { QuestionCard } from '../question/QuestionCard.tsx'
import { questionFileGuide } from './guide.tsx'

const formatNames = { XLSX: 'Excel', CSV: 'CSV', GIFT: 'GIFT', AIKEN: 'Aiken' } as const

const file = uploadedFileSource({
  purpose: 'QUESTIONS',
  accept: '.xlsx,.xlsm,.csv,.txt,.gift',
  label: '上传 Excel、CSV、GIFT 或 Aiken',
})

const fields: TableImportFields<QuestionField> = {
  all: typedKeysOf(questionFieldLabels),
  words: questionFieldLabels,
  hints: {
    OPTIONS: '全部选项（一格，每行一个）',
    ORDER: '选项次序（固定、可打乱）',
    STATE: '状态（停用的不导入）',
  },
  needed: [['STEM'], ['ANSWER']],
}

/** The page 导入试题: choose a course and a file, check each question, then import. */
export function QuestionImportPage() {
  const courses = useQuery({
    ...questionBanksQuery(),
    select: (banks) => banks.map(({ courseId, title }) => ({ value: courseId, label: title })),
  })
  const titleOf = (courseId: string) => courses.data?.find(({ value }) => value === courseId)?.label
  return (
    <TableImportDesk
      title="导入试题"
      lead="先预览、逐题看结果，确认之后才写入题库。"
      back={{ to: paths.questions(), words: '返回题库' }}
      records={paths.questionImports()}
      guide={questionFileGuide}
      file={file}
      choice={{
        name: 'course',
        title: '选择课程',
        options: courses,
        missing: '请选择课程',
        none: { title: '还没有课程', text: '先在“课程”里建好课程，再导入它的试题。' },
        of: ({ courseId }) => courseId,
      }}
      checkPromise="只检查和报告，不写入题库。"
      calls={questionImportCalls}
      input={({ importId, sent, choice, wish }) => ({
        ...{ importId, fileId: sent, courseId: choice },
        ...wish,
      })}
      unit="道"
      fields={fields}
      rows={rows}
      origin={({ courseId, format }) =>
        [format && `${formatNames[format]} 格式`, titleOf(courseId) && `导入到“${titleOf(courseId)}”`]
          .filter(Boolean)
          .join('，')
      }
      promise="导入后立即启用，新发的试卷可能抽到。"
      over={({ written, courseId, importId }) => (
        <p>
          新增的 {written} 道试题均已启用。
          <LinkButton to={paths.questionsIn({ course: courseId, import: importId })}>查看这次导入的试题</LinkButton>
        </p>
      )}
    />
  )
}

const rows: ImportRowsConfig<QuestionField, unknown, QuestionImportRow> = {
  columns: ['STEM', 'TYPE', 'OPTIONS', 'ANSWER', 'DIFFICULTY'],
  cells: {
    STEM: ({ label }) => label || '（空）',
    TYPE: ({ content }) => content && questionTypeLabels[content.type],
    OPTIONS: optionCount,
    ANSWER: ({ content }) => content && rightAnswerText(content.type, content.options),
    DIFFICULTY: ({ content }) => content && difficultyLabel(content.difficulty),
  },
  resultWidth: 320,
  expandable: {
    columnTitle: <span className="visually-hidden">全文</span>,
    rowExpandable: ({ content, shown }) => content !== null || Object.keys(shown).length > 0,
    expandedRowRender: (row) => (row.content ? <QuestionCard content={row.content} answers /> : <AsRead {...row} />),
  },
}

function optionCount({ content, shown }: QuestionImportRow) {
  const separate = Object.keys(shown).filter((field) => /^OPTION_/.test(field) && shown[field])
  const count = content?.options.length ?? separate.length
  return count > 0 ? `${count} 个` : null
}

function AsRead({ shown }: QuestionImportRow) {
  const facts = fields.all.flatMap((field) =>
    shown[field] ? [[questionFieldLabels[field], shown[field]] as const] : [],
  )
  return <DefinitionList facts={facts} className={classes.read} />
}
