import { failureWords } from '@ce/client/form-refusal.ts'
import { bytesOf, saveAs } from '@ce/client/save-as.ts'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { Alert, App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import classes from './Import.module.css'
import { RowsGone } from './ImportRows.tsx'
import { MappingForm } from './MappingForm.tsx'
import type { ImportReport, TableWish } from './report.ts'

interface Write<Input> {
  mutate: (input: Input, how?: { onError?: () => void }) => void
  error: Error | null
  isPending: boolean
}

interface Returned {
  name: string
  mime: string
  content: string
}

export interface ImportDeskProps<Field extends string> {
  report: ImportReport<Field>
  /** 名, 道 … */
  unit: string
  /** the file and where it goes */
  about: ReactNode
  /** what a column can be, in the order the choice offers them */
  fields: readonly { value: Field; label: string }[]
  /** what is still to be named; empty: nothing */
  missing: (mapping: readonly (Field | null)[]) => string
  /** reads the same file once more; none: it is not known any more */
  recheck: { start: (wish: TableWish<Field>) => void; error: Error | null; busy: boolean } | null
  /** where another file is chosen */
  again: ReactNode
  run: Write<{ importId: string }>
  /** what writing does, before somebody agrees to it */
  promise: string
  stop?: Write<{ importId: string }>
  /** fetches the rows that were not written */
  returned: {
    mutate: (input: { importId: string }, how: { onSuccess: (file: Returned) => void }) => void
    error: Error | null
    isPending: boolean
  }
  /** asks how it stands: an answer may have been lost on its way */
  renew: () => void
  rows: ReactNode
  /** what follows when it is over */
  children?: ReactNode
}

/** How an import stands: being read, to be told its columns, checked, being written, over, or failed. */
export function ImportDesk<Field extends string>(props: ImportDeskProps<Field>) {
  const { report, about, rows } = props
  const { state } = report
  return (
    <div className={classes.report}>
      <p className={classes.file}>{about}</p>
      {report.table.notices.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={report.table.notices.map((one) => <p key={one}>{one}</p>)}
        />
      )}
      {state === 'READING' && <Reading {...props} />}
      {state === 'MAPPING' && <Unnamed {...props} />}
      {state === 'CHECKED' && <Checked {...props} />}
      {state === 'WRITING' && <Writing {...props} />}
      {state === 'DONE' && <Over {...props} />}
      {(state === 'FAILED' || state === 'STOPPED') && <Failed {...props} />}
      {(state === 'CHECKED' || state === 'DONE') && (report.rowsKept ? rows : <RowsGone />)}
    </div>
  )
}

function Reading<Field extends string>(props: ImportDeskProps<Field>) {
  const { report, unit } = props
  const { read, total } = report
  const words = total > 0 ? `已读 ${read} / ${total} ${unit}` : '正在打开文件'
  return (
    <div className={classes.progress}>
      <ProgressBar label="读取进度" value={read} max={total || 1} text={words} />
      <p className="figures" role="status">
        {words}。可以离开或刷新这个页面，读取会继续。
      </p>
      <Stop {...props} label="停止读取" />
    </div>
  )
}

function Writing<Field extends string>(props: ImportDeskProps<Field>) {
  const { report, unit } = props
  const { written, counts } = report
  const all = counts.CREATE + counts.WRITTEN
  const words = `已写入 ${written} / ${all} ${unit}`
  return (
    <div className={classes.progress}>
      <ProgressBar label="写入进度" value={written} max={all || 1} text={words} />
      <p className="figures" role="status">
        {words}。可以离开或刷新这个页面，写入会继续。
      </p>
      <Stop {...props} label="停止写入" />
    </div>
  )
}

function Stop<Field extends string>({
  report,
  stop,
  renew,
  label,
}: ImportDeskProps<Field> & { label: string }) {
  if (!stop) return null
  return (
    <span className={classes.actions}>
      <Button
        loading={stop.isPending}
        onClick={() => stop.mutate({ importId: report.importId }, { onError: renew })}
      >
        {label}
      </Button>
      <span className={classes.hint}>已写入的保留；其余的没有写入，可以再次导入。</span>
      {stop.error && <Alert type="error" showIcon title={failureWords(stop.error)} />}
    </span>
  )
}

function Unnamed<Field extends string>(props: ImportDeskProps<Field>) {
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title="请指定每一列是什么"
        description="有的列名认不出来，有几列像是同一项（如“单位（原）”和“单位（现）”），或缺少必需的列。选好每一列是什么，再重新检查；文件里没有的列，请补上后重新上传。"
      />
      {props.recheck ? <Mapping {...props} recheck={props.recheck} /> : props.again}
    </>
  )
}

function Mapping<Field extends string>({
  report,
  fields,
  missing,
  recheck,
}: ImportDeskProps<Field> & { recheck: NonNullable<ImportDeskProps<Field>['recheck']> }) {
  return (
    <MappingForm
      report={report}
      fields={fields}
      missing={missing}
      busy={recheck.busy}
      error={recheck.error}
      onCheck={recheck.start}
    />
  )
}

function Checked<Field extends string>(props: ImportDeskProps<Field>) {
  const { report, unit, run, promise, renew, recheck } = props
  const { modal } = App.useApp()
  const [mapping, setMapping] = useState(false)
  const { importId, counts } = report
  const ask = () =>
    modal.confirm({
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
          {run.error && <Alert type="error" role="none" showIcon title={failureWords(run.error)} />}
        </div>
        <p>{checkedWords(report, unit)}</p>
        <span className={classes.actions}>
          {counts.CREATE > 0 && (
            <Button type="primary" loading={run.isPending} onClick={ask}>
              写入可导入的 {counts.CREATE} {unit}…
            </Button>
          )}
          <ReturnedButton {...props} />
          {recheck && report.columns.length > 0 && (
            <Button aria-expanded={mapping} onClick={() => setMapping(!mapping)}>
              {mapping ? '收起工作表和列' : '修改工作表和列'}
            </Button>
          )}
        </span>
      </div>
      {recheck && mapping && <Mapping {...props} recheck={recheck} />}
    </>
  )
}

function checkedWords({ counts }: Pick<ImportReport<string>, 'counts'>, unit: string): string {
  if (counts.CREATE === 0 && counts.REFUSE === 0)
    return counts.SAME > 0 ? `这些都已在系统里，没有变化，不需要写入。` : '没有可以导入的内容。'
  const look = counts.CHANGED + counts.DOUBT > 0 ? '写入前请看一看“有改动”和“有疑问”的行。' : ''
  const faulty =
    counts.REFUSE > 0
      ? `有错误的 ${counts.REFUSE} ${unit}不会写入：下载退回表，改好后重新上传。`
      : ''
  return `这是预览，还没有写入。${faulty}${look}`
}

function leftWords({ counts }: Pick<ImportReport<string>, 'counts'>, unit: string): string {
  const left = [
    counts.SAME > 0 && `无变化的 ${counts.SAME} ${unit}`,
    counts.REFUSE > 0 && `有错误的 ${counts.REFUSE} ${unit}`,
  ].filter(Boolean)
  return left.length > 0 ? `${left.join('、')}不写入。` : ''
}

function Over<Field extends string>(props: ImportDeskProps<Field>) {
  const { report, unit, children } = props
  const { written, counts, problem } = report
  const left = counts.CREATE + counts.REFUSE
  return (
    <>
      <Alert
        type={left > 0 || problem ? 'warning' : 'success'}
        showIcon
        title={`导入完成，共写入 ${written} ${unit}${left > 0 ? `；${left} ${unit}没有写入` : ''}`}
        description={problem ?? (left > 0 && '下载退回表，改好后重新上传；已写入的不会重复。')}
        action={<ReturnedButton {...props} />}
      />
      {children}
    </>
  )
}

/** The rows that were not written, as a file. */
function ReturnedButton<Field extends string>({ report, returned }: ImportDeskProps<Field>) {
  const { importId, counts, state } = report
  const rows = counts.REFUSE + (state === 'DONE' ? counts.CREATE : 0)
  // a text without columns cannot be given back as a table
  if (rows === 0 || report.columns.length === 0) return null
  const save = () =>
    returned.mutate(
      { importId },
      {
        onSuccess: ({ name, mime, content }) =>
          saveAs(new Blob([bytesOf(content)], { type: mime }), name),
      },
    )
  return (
    <>
      <Button loading={returned.isPending} onClick={save}>
        下载退回表（{rows} 行）
      </Button>
      {returned.error && <Alert type="error" showIcon title={failureWords(returned.error)} />}
    </>
  )
}

function Failed<Field extends string>({ report, again }: ImportDeskProps<Field>) {
  const stopped = report.state === 'STOPPED'
  return (
    <Alert
      type={stopped ? 'info' : 'error'}
      showIcon
      title={stopped ? '已停止读取' : (report.problem ?? '没有完成')}
      description={stopped ? '没有写入任何一行。' : '没有写入任何一行。请按提示处理后重新上传。'}
      action={again}
    />
  )
}
