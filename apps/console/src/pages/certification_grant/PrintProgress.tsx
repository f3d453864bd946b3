import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { type PrintedProofs, printStateQuery } from '@ce/client/staff/certification_grant.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../kit/Dialog.tsx'

export function PrintProgressDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const query = useQuery(printStateQuery(id))
  return (
    <Dialog
      open={open}
      title="批量打印学时证明"
      onClose={() => setOpen(false)}
      afterClose={onClose}
      footer={null}
      mask={{ closable: false }}
    >
      <QueryContent query={query}>{(print) => <State print={print} />}</QueryContent>
    </Dialog>
  )
}

function State({ print: { state, done, total, missing, unprintable, url } }: { print: PrintedProofs }) {
  const percent = Math.floor((100 * done) / total)
  return (
    <>
      <p role="status">
        {state === 'WORKING' && `正在合成，已完成 ${done} / ${total} 份`}
        {state === 'DONE' && `已合成 ${total} 份`}
        {state === 'FAILED' && '没有合成成功，请重新提交'}
      </p>
      <Progress
        percent={percent}
        status={state === 'FAILED' ? 'exception' : state === 'DONE' ? 'success' : 'active'}
        aria-label="合成进度"
      />
      {missing.length > 0 && (
        <Alert type="warning" title={`${missing.length} 个编号没有有效证明`} description={missing.join('、')} />
      )}
      {unprintable.length > 0 && (
        <Alert
          type="warning"
          title={`${unprintable.length} 份证明有打印字体里没有的字，没有包含在内；补充字体后再打印`}
          description={unprintable.join('、')}
        />
      )}
      {url && (
        <Button type="primary" href={url} target="_blank">
          下载 PDF
        </Button>
      )}
      {state === 'DONE' && !url && <p>文件已过一天，不再保留；需要时请重新提交。</p>}
    </>
  )
}
