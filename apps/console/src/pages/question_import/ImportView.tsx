import { banksQuery } from '@ce/client/staff/question.ts'
import type { QuestionField, QuestionImport } from '@ce/client/staff/question_import.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import classes from '../../components/import/Import.module.css'
import { RowsGone } from '../../components/import/ImportRows.tsx'
import { MappingForm, type MappingFormProps } from '../../components/import/MappingForm.tsx'
import { paths } from '../../paths.ts'
import { Decision } from './Decision.tsx'
import { questionFields } from './field-words.ts'
import { missingWords } from './mapping.ts'
import { QuestionRows } from './QuestionRows.tsx'
import { useRecheck } from './use-recheck.ts'

interface ImportViewProps {
  report: QuestionImport
  fileId: string | null
  renew: () => void
}

const formatNames = { XLSX: 'Excel', CSV: 'CSV', GIFT: 'GIFT', AIKEN: 'Aiken' } as const

/** How an import stands: being read, to be told its columns, checked, done, or failed. */
export function ImportView({ report, fileId, renew }: ImportViewProps) {
  const { data: banks = [] } = useQuery(banksQuery())
  const course = banks.find(({ courseId }) => courseId === report.courseId)
  const format = report.format ? `，${formatNames[report.format]} 格式` : ''
  return (
    <div className={classes.report}>
      <p className={classes.file}>
        <strong>{report.fileName}</strong>
        {format}
        {course && `，导入到“${course.title}”`}
      </p>
      {report.state === 'READING' && <Reading report={report} />}
      {report.state === 'MAPPING' && <Mapping report={report} fileId={fileId} />}
      {report.state === 'CHECKED' && <Checked report={report} fileId={fileId} renew={renew} />}
      {report.state === 'DONE' && <Done report={report} />}
      {report.state === 'FAILED' && (
        <Alert
          type="error"
          showIcon
          title={`读不出这个文件：${report.problem ?? ''}`}
          description="没有写入任何试题。请按提示改好文件，再重新上传。"
          action={<LinkButton to={again(report)}>重新上传</LinkButton>}
        />
      )}
    </div>
  )
}

const again = ({ courseId }: QuestionImport) => `${paths.questionImport()}?course=${courseId}`

function Reading({ report: { read, total } }: { report: QuestionImport }) {
  const words = total > 0 ? `已读 ${read} / ${total} 道` : '正在打开文件'
  return (
    <div className={classes.progress}>
      <ProgressBar label="读取进度" value={read} max={total || 1} text={words} />
      <p className="figures">{words}。可以离开或刷新这个页面，读取会继续。</p>
    </div>
  )
}

function Mapping({ report, fileId }: Pick<ImportViewProps, 'report' | 'fileId'>) {
  const { recheck, busy, error } = useRecheck(report, fileId)
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title="请指定每一列是什么"
        description="有的列名认不出来，有几列像是同一项（如“解析（旧）”和“解析（新）”），或缺少必需的列。在右边选好对应的字段，再重新检查；文件里没有的列，请补上后重新上传。"
      />
      {recheck ? (
        <ColumnsForm report={report} busy={busy} error={error} onCheck={recheck} />
      ) : (
        <LinkButton to={again(report)}>重新上传</LinkButton>
      )}
    </>
  )
}

type ColumnsFormProps = Omit<MappingFormProps<QuestionField>, 'fields' | 'missing'>

function ColumnsForm(props: ColumnsFormProps) {
  return <MappingForm {...props} fields={questionFields} missing={missingWords} />
}

function Checked({ report, fileId, renew }: ImportViewProps) {
  const { recheck, busy, error } = useRecheck(report, fileId)
  const [mapping, setMapping] = useState(false)
  return (
    <>
      <Counts report={report} />
      <Decision
        report={report}
        renew={renew}
        onRecheck={recheck && (() => recheck(report.columns.length > 0 ? report.mapping : null))}
      >
        {recheck && report.columns.length > 0 && (
          <Button aria-expanded={mapping} onClick={() => setMapping(!mapping)}>
            {mapping ? '收起列的对应' : '修改列的对应'}
          </Button>
        )}
      </Decision>
      {recheck && mapping && (
        <ColumnsForm report={report} busy={busy} error={error} onCheck={recheck} />
      )}
      <QuestionRows report={report} />
    </>
  )
}

function Done({ report }: { report: QuestionImport }) {
  const { importId, courseId, counts } = report
  return (
    <>
      <Counts report={report} />
      <Alert
        type="success"
        showIcon
        title={`导入完成，新增 ${counts.create} 道试题，均已启用`}
        action={
          <LinkButton to={paths.questionsIn({ course: courseId, import: importId })}>
            查看这次导入的试题
          </LinkButton>
        }
      />
      {counts.refuse === null ? <RowsGone label="逐题结果" /> : <QuestionRows report={report} />}
    </>
  )
}

function Counts({ report: { state, counts } }: { report: QuestionImport }) {
  const figures = [
    [state === 'DONE' ? '已导入' : '可导入', counts.create],
    ['已在题库', counts.same],
    ['不能导入', counts.refuse],
  ] as const
  return (
    <dl className={classes.counts}>
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="figures">
            {count ?? '—'} <small>道</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
