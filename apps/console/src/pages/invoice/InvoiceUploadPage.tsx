import { callFailureText } from '@ce/client/form-refusal.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { Alert, Button } from 'antd'
import { BackLink } from '../../components/BackLink.tsx'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { FileField } from '../../components/upload/FileField.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import classes from './Invoice.module.css'
import { InvoiceFileReport } from './InvoiceFileReport.tsx'
import { SellerNote } from './SellerNote.tsx'
import { useInvoiceUploads } from './use-issuing.ts'

/** Matches many uploaded files with their applications and reports the result of each. */
export function InvoiceUploadPage() {
  const { waiting, rows, going, error, start, put, look, forget } = useInvoiceUploads()
  return (
    <>
      <PageHeader title="上传发票文件" actions={<BackLink to={paths.invoices()}>返回发票列表</BackLink>}>
        系统读取发票的号码、日期、抬头、税号、金额和销售方，与申请一致的才开具，文件名不起作用。开具后学员会收到站内消息，验证过邮箱的还会收到文件；单位不另行通知，在其“订单与发票”中查看。
      </PageHeader>
      <div className={cards.page}>
        <CardSection id="files" title="选择文件">
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
                title={`${callFailureText(error)}已核对的不受影响，可以继续核对其余文件。`}
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
        </CardSection>
        {rows.length > 0 && <InvoiceFileReport rows={rows} onRow={(row) => put([row])} onDrop={forget} />}
      </div>
    </>
  )
}

function Waiting({ files }: { files: readonly { fileId: string; fileName: string; at: string }[] }) {
  const names = files.slice(0, 3).map(({ fileName }) => fileName)
  const oldest = files.at(-1)
  return (
    <span role="status">
      {oldest &&
        `已上传、待核对 ${files.length} 个：${names.join('、')}${files.length > names.length ? ' 等' : ''}（最早 ${formatDateTime(oldest.at)}）`}
    </span>
  )
}
