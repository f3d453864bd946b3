import { callFailureText } from '@ce/client/form-refusal.ts'
import type { TableImportCalls, TableReport, TableReportRow } from '@ce/client/import-calls.ts'
import { decodeBase64, saveFile } from '@ce/client/save-as.ts'
import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useConfirm } from '../confirm.ts'
import { LinkButton } from '../LinkButton.tsx'
import type { ImportDescription, ImportReportDesk } from './description.ts'
import classes from './Import.module.css'
import { ImportDesk } from './ImportDesk.tsx'
import { ImportProgress, StopImportButton } from './ImportProgress.tsx'
import { ImportRows, type ImportRowsConfig, ImportRowsDeletedNotice } from './ImportRows.tsx'
import { ColumnMappingForm } from './MappingForm.tsx'
import type { TableImportFields } from './mapping.ts'

type AnyWrites = Pick<TableImportCalls<never, never, never>, 'useRun' | 'useStop' | 'useReturned'>

interface TableWriting<Field extends string> {
  unit: string
  fields: TableImportFields<Field>
  promise: string
}

export interface TableImport<
  Input,
  Sent,
  Field extends string,
  Report extends TableReport<Field>,
  Row extends TableReportRow,
> extends Omit<ImportDescription<Input, Sent, Report, Field>, 'useCheck' | 'useReport'>,
    TableWriting<Field> {
  calls: TableImportCalls<Input, Report, Row>
  origin: (report: Report) => ReactNode
  over?: (report: Report, renew: () => void) => ReactNode
  rows?: ImportRowsConfig<Field, Report, Row>
}

export function TableImportDesk<
  Input,
  Sent,
  Field extends string,
  Report extends TableReport<Field>,
  Row extends TableReportRow,
>({ calls, rows, origin, over, ...about }: TableImport<Input, Sent, Field, Report, Row>) {
  const { useCheck, useReport } = calls
  return (
    <ImportDesk about={{ ...about, useCheck, useReport }}>
      {(desk) => (
        <ReportView
          desk={desk}
          about={about}
          calls={calls}
          origin={origin(desk.report)}
          follows={over?.(desk.report, desk.renew)}
        >
          <ImportRows<Field, Report, Row>
            report={desk.report}
            useRows={calls.useRows}
            unit={about.unit}
            fields={about.fields}
            {...rows}
          />
        </ReportView>
      )}
    </ImportDesk>
  )
}

interface Props<Field extends string> {
  desk: ImportReportDesk<TableReport<Field>, Field>
  about: TableWriting<Field>
  calls: AnyWrites
}

interface ReportViewProps<Field extends string> extends Props<Field> {
  origin: ReactNode
  follows: ReactNode
  children: ReactNode
}

function ReportView<Field extends string>(view: ReportViewProps<Field>) {
  const { origin, follows, children, ...props } = view
  const { report } = props.desk
  const { state, fileName, table, rowsKept } = report
  return (
    <div className={classes.report}>
      <p className={classes.file}>
        <strong>{fileName}</strong>　{origin}
      </p>
      {table.notices.length > 0 && (
        <Alert type="warning" showIcon title={table.notices.map((one) => <p key={one}>{one}</p>)} />
      )}
      {(state === 'READING' || state === 'WRITING') && <AtWork {...props} />}
      {state === 'MAPPING' && <Unnamed {...props} />}
      {state === 'CHECKED' && <Checked {...props} />}
      {state === 'DONE' && <Over {...props} />}
      {state === 'DONE' && follows}
      {(state === 'FAILED' || state === 'STOPPED') && <Failed {...props.desk} />}
      {(state === 'CHECKED' || state === 'DONE') && (rowsKept ? children : <ImportRowsDeletedNotice />)}
    </div>
  )
}

function AtWork<Field extends string>(props: Props<Field>) {
  const { desk, about, calls } = props
  const { state, read, total, written, counts } = desk.report
  const isReading = state === 'READING'
  return (
    <ImportProgress
      act={isReading ? '读取' : '写入'}
      done={isReading ? read : written}
      all={isReading ? total : counts.CREATE + counts.WRITTEN}
      unit={about.unit}
      opening="正在打开文件"
      lost={desk.lost}
    >
      {calls.useStop && <Stop {...props} useStop={calls.useStop} />}
    </ImportProgress>
  )
}

function Stop<Field extends string>({
  desk: { report, renew },
  useStop,
}: Props<Field> & { useStop: NonNullable<AnyWrites['useStop']> }) {
  const isReading = report.state === 'READING'
  return (
    <StopImportButton
      label={isReading ? '停止读取' : '停止写入'}
      consequence={
        isReading
          ? '没有写入任何一行，可以重新选择文件。'
          : '已写入的保留；其余的不写入，可以再次导入，已写入的不会重复。'
      }
      importId={report.importId}
      stop={useStop()}
      renew={renew}
    />
  )
}

function Unnamed<Field extends string>(props: Props<Field>) {
  const { recheck, home } = props.desk
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title="请指定每一列是什么"
        description={`有的列名认不出来，有几列像是同一项（如“单位（原）”和“单位（现）”），或缺少必需的列。${
          recheck
            ? '选好每一列是什么，再重新检查；文件里没有的列，请补上后重新选择文件。'
            : '刷新页面后，这里不再有这个文件：请重新选择文件，再指定每一列是什么。'
        }`}
        action={!recheck && <LinkButton to={home}>重新选择文件</LinkButton>}
      />
      <Mapping {...props} />
    </>
  )
}

function Mapping<Field extends string>({ desk, about }: Props<Field>) {
  const { report, recheck } = desk
  if (!recheck) return null
  return (
    <ColumnMappingForm
      report={report}
      fields={about.fields}
      busy={recheck.busy}
      error={recheck.error}
      onCheck={recheck.start}
    />
  )
}

function Checked<Field extends string>(props: Props<Field>) {
  const { desk, about, calls } = props
  const { report, renew, recheck } = desk
  const { unit, promise } = about
  const confirm = useConfirm()
  const run = calls.useRun()
  const [mapping, setMapping] = useState(false)
  const { importId, counts } = report
  const ask = () =>
    confirm({
      title: `写入 ${counts.CREATE} ${unit}？`,
      content: `${promise}${leftWords(report, unit)}`,
      okText: `写入 ${counts.CREATE} ${unit}`,
      cancelText: '再看看',
      onOk: () => run.mutate({ importId }, { onError: renew }),
    })
  return (
    <>
      <div className={classes.decision}>
        <div role="alert">
          {run.error && <Alert type="error" role="none" showIcon title={callFailureText(run.error)} />}
        </div>
        <p>{checkedWords(report, unit)}</p>
        <span className={classes.actions}>
          {counts.CREATE > 0 && (
            <Button type="primary" loading={run.isPending} onClick={ask}>
              写入可导入的 {counts.CREATE} {unit}…
            </Button>
          )}
          <ReturnedButton report={report} useReturned={calls.useReturned} />
          {recheck && report.columns.length > 0 && (
            <Button aria-expanded={mapping} onClick={() => setMapping(!mapping)}>
              {mapping ? '收起工作表和列' : '修改工作表和列'}
            </Button>
          )}
        </span>
      </div>
      {mapping && <Mapping {...props} />}
    </>
  )
}

type Counted = Pick<TableReport<string>, 'counts'>

function checkedWords({ counts }: Counted, unit: string): string {
  if (counts.CREATE === 0 && counts.REFUSE === 0)
    return counts.SAME > 0 ? '这些都已在系统里，没有变化，不需要写入。' : '没有可以导入的内容。'
  const look = counts.CHANGED + counts.DOUBT > 0 ? '写入前请看一看“有改动”和“有疑问”的行。' : ''
  const faulty = counts.REFUSE > 0 ? `有错误的 ${counts.REFUSE} ${unit}不会写入：下载退回表，改好后重新上传。` : ''
  return `这是预览，还没有写入。${faulty}${look}`
}

function leftWords({ counts }: Counted, unit: string): string {
  const left = [
    counts.SAME > 0 && `无变化的 ${counts.SAME} ${unit}`,
    counts.REFUSE > 0 && `有错误的 ${counts.REFUSE} ${unit}`,
  ].filter(Boolean)
  return left.length > 0 ? `${left.join('、')}不写入。` : ''
}

function Over<Field extends string>({ desk, about, calls }: Props<Field>) {
  const { report } = desk
  const { unit } = about
  const { written, counts, problem } = report
  const left = counts.CREATE + counts.REFUSE
  return (
    <Alert
      type={left > 0 || problem ? 'warning' : 'success'}
      showIcon
      title={`${counts.CREATE > 0 ? '写入没有全部完成' : '导入完成'}，共写入 ${written} ${unit}${left > 0 ? `；${left} ${unit}没有写入` : ''}`}
      description={problem ?? (left > 0 && '下载退回表，改好后重新上传；已写入的不会重复。')}
      action={<ReturnedButton report={report} useReturned={calls.useReturned} />}
    />
  )
}

interface ReturnedButtonProps {
  report: TableReport<string>
  useReturned: AnyWrites['useReturned']
}

function ReturnedButton({ report, useReturned }: ReturnedButtonProps) {
  const returned = useReturned()
  const { importId, counts, state, columns } = report
  const rows = counts.REFUSE + (state === 'DONE' ? counts.CREATE : 0)
  // A text file has no columns, so it cannot be returned as a table.
  if (rows === 0 || columns.length === 0) return null
  const save = () =>
    returned.mutate(
      { importId },
      {
        onSuccess: ({ name, mime, content }) => saveFile(new Blob([decodeBase64(content)], { type: mime }), name),
      },
    )
  return (
    <>
      <Button loading={returned.isPending} onClick={save}>
        下载退回表（{rows} 行）
      </Button>
      {returned.error && <Alert type="error" showIcon title={callFailureText(returned.error)} />}
    </>
  )
}

function Failed({ report, home }: Pick<ImportReportDesk<TableReport<string>, never>, 'report' | 'home'>) {
  const stopped = report.state === 'STOPPED'
  return (
    <Alert
      type={stopped ? 'info' : 'error'}
      showIcon
      title={stopped ? '已停止读取' : (report.problem ?? '没有完成')}
      description={`没有写入任何一行。${stopped ? '可以重新选择文件。' : '请按提示处理后重新选择文件。'}`}
      action={<LinkButton to={home}>重新选择文件</LinkButton>}
    />
  )
}
