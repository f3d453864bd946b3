import { failureWords } from '@ce/client/form-refusal.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { Alert, Button } from 'antd'
import { BackLink } from '../../components/BackLink.tsx'
import { FileField } from '../../components/upload/FileField.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import classes from './Invoice.module.css'
import { IssueReport } from './IssueReport.tsx'
import { SellerNote } from './SellerNote.tsx'
import { useIssuing } from './use-issuing.ts'

/** Issued files, many at once, given to the applications whose content they have, with a report of each. */
export function IssuePage() {
  const { waiting, rows, going, error, start, put, look, forget } = useIssuing()
  return (
    <>
      <PageHeader
        title="上传发票文件"
        actions={<BackLink to={paths.invoices()}>返回发票列表</BackLink>}
      >
        系统读取发票的号码、日期、抬头、税号、金额和销售方，与申请一致的才开具，文件名不起作用。开具后学员会收到站内消息，验证过邮箱的还会收到文件；单位不另行通知，在其“订单与发票”中查看。
      </PageHeader>
      <div className={classes.page}>
        <section className={classes.card} aria-labelledby="files">
          <h2 id="files">选择文件</h2>
          <p className={classes.hint}>
            税务系统下载的 PDF、OFD 或 XML 原文件，每个不超过 10
            MB，可以一次选很多个。上传后关闭页面也不会丢失，回来可以继续。
          </p>
          <SellerNote />
          <div role="alert">
            {error && (
              <Alert
                type="error"
                showIcon
                title={`${failureWords(error)}已核对的不受影响，可以继续核对其余文件。`}
              />
            )}
          </div>
          <FileField
            purpose="INVOICE"
            accept=".pdf,.ofd,.xml"
            label="选择发票文件"
            multiple
            disabled={going !== null}
            onUploaded={() => void look()}
            actions={
              waiting.length > 0 && (
                <Button type="primary" onClick={() => void start()}>
                  核对并开具 {waiting.length} 个文件
                </Button>
              )
            }
          >
            <Waiting files={waiting} />
          </FileField>
          {going && (
            <div>
              <ProgressBar
                label="核对进度"
                value={going.done}
                max={going.total}
                text={`已核对 ${going.done} 个，共 ${going.total} 个`}
              />
              <p role="status">
                正在核对：已完成 {going.done} 个，共 {going.total} 个
              </p>
            </div>
          )}
        </section>
        {rows.length > 0 && <IssueReport rows={rows} onRow={(row) => put([row])} onDrop={forget} />}
      </div>
    </>
  )
}

/** What is uploaded and not compared yet. */
function Waiting({
  files,
}: {
  files: readonly { fileId: string; fileName: string; at: string }[]
}) {
  const names = files.slice(0, 3).map(({ fileName }) => fileName)
  const oldest = files.at(-1)
  return (
    <span role="status">
      {oldest &&
        `已上传、待核对 ${files.length} 个：${names.join('、')}${files.length > names.length ? ' 等' : ''}（最早 ${formatDateTime(oldest.at)}）`}
    </span>
  )
}
