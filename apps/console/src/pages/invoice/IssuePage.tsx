import { type IssueRow, useIssueInvoices } from '@ce/client/staff/invoice.ts'
import type { UploadedFile } from '@ce/client/staff/upload-step.ts'
import { failureWords } from '@ce/frame/form-refusal.ts'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Alert, Button, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { DeskTable } from '../../components/DeskTable.tsx'
import { FileField } from '../../components/upload/FileField.tsx'
import { useLoss } from '../../components/use-unsaved.ts'
import { paths } from '../../paths.ts'
import classes from './Invoice.module.css'
import { outcomeWords } from './words.ts'

/** as the contract has it: so many at once */
const most = 200

/** Issued files, many at once, given to their applications by the numbers in their names, with a report of each. */
export function IssuePage() {
  const [files, setFiles] = useState<readonly UploadedFile[]>([])
  const [rows, setRows] = useState<readonly IssueRow[]>([])
  const issue = useIssueInvoices()
  const send = () =>
    issue.mutate(
      { fileIds: files.slice(0, most).map(({ id }) => id) },
      {
        onSuccess: ({ rows: done }) => {
          setRows((before) => [...done, ...before])
          setFiles((before) => before.slice(most))
        },
      },
    )
  useLoss(files.length > 0 ? '有上传好的发票文件还没有开票，离开后这些文件要重新上传。' : null)
  const issued = rows.filter(({ outcome }) => outcome === 'ISSUED').length
  return (
    <>
      <PageHeader
        title="上传发票文件"
        actions={<BackLink to={paths.invoices()}>返回发票列表</BackLink>}
      >
        文件名里要有申请编号（FP 加 14
        位数字），或已登记的发票号码。开票后学员会收到站内消息；单位不另行通知，在其“订单与发票”中查看。
      </PageHeader>
      <div className={classes.page}>
        <section className={classes.card} aria-labelledby="files">
          <h2 id="files">选择文件</h2>
          <p className={classes.hint}>
            PDF 或 OFD，每个不超过 10
            MB，可以一次选很多个。例：电子发票_FP20260301000012_26112000000123456789.pdf
          </p>
          <div role="alert">
            {issue.error && <Alert type="error" showIcon title={failureWords(issue.error)} />}
          </div>
          <FileField
            purpose="INVOICE"
            accept=".pdf,.ofd"
            label="选择发票文件"
            multiple
            onUploaded={(file) => setFiles((before) => [...before, file])}
            actions={
              files.length > 0 && (
                <Button type="primary" loading={issue.isPending} onClick={send}>
                  开票 {Math.min(files.length, most)} 个文件
                </Button>
              )
            }
          >
            <span role="status">
              {files.length > 0 && `已上传 ${files.length} 个：${namesOf(files)}`}
            </span>
          </FileField>
        </section>
        {rows.length > 0 && (
          <section className={classes.card} aria-labelledby="report">
            <h2 id="report">结果</h2>
            <p role="status">
              {rows.length} 个文件，{issued} 个已开票，{rows.length - issued} 个没有开票。
            </p>
            <DeskTable<IssueRow>
              aria-label="逐个文件的结果"
              rowKey="fileId"
              columns={columns}
              dataSource={[...rows]}
            />
          </section>
        )}
      </div>
    </>
  )
}

function namesOf(files: readonly UploadedFile[]): string {
  const names = files.slice(0, 3).map(({ name }) => name)
  return names.join('、') + (files.length > names.length ? ' 等' : '')
}

const columns: TableProps<IssueRow>['columns'] = [
  {
    key: 'file',
    title: '文件',
    render: (_, { fileName }) => <span className={classes.name}>{fileName || '（无）'}</span>,
  },
  {
    key: 'invoice',
    title: '发票',
    responsive: ['md'],
    render: (_, { invoiceId, applyNo, title }) =>
      invoiceId && (
        <>
          <Link to={paths.invoice(invoiceId)}>{applyNo}</Link>
          <span className="cell-note">{title}</span>
        </>
      ),
  },
  {
    key: 'outcome',
    title: '结果',
    render: (_, { outcome }) => (
      <StatusMark kind={outcomeWords[outcome].kind}>{outcomeWords[outcome].label}</StatusMark>
    ),
  },
]
