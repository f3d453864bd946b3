import { Loaded } from '@ce/client/components/Loaded.tsx'
import { type PrintedProofs, printStateQuery } from '@ce/client/staff/certification_grant.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Progress } from 'antd'
import { useState } from 'react'

/** How far a batch is; its PDF once it is there. Closing leaves the work going on. */
export function PrintProgress({ id, onClose }: { id: string; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const query = useQuery(printStateQuery(id))
  return (
    <Modal
      open={open}
      title="批量打印学时证明"
      onCancel={() => setOpen(false)}
      // not before: the focus goes back to what opened it
      afterClose={onClose}
      footer={null}
      mask={{ closable: false }}
    >
      <Loaded query={query}>{(print) => <State print={print} />}</Loaded>
    </Modal>
  )
}

function State({
  print: { state, done, total, missing, unprintable, url },
}: {
  print: PrintedProofs
}) {
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
        <Alert
          type="warning"
          title={`${missing.length} 个编号没有有效证明`}
          description={missing.join('、')}
        />
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
