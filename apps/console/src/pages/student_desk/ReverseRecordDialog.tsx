import { formatHours } from '@ce/client/format.ts'
import { type LedgerEntry, useReverseRecord } from '@ce/client/staff/certification_grant.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'

interface ReverseRecordDialogProps {
  studentId: string
  entry: LedgerEntry
  onClose: () => void
}

/** What is about to be taken back, what goes with it, and why. */
export function ReverseRecordDialog({ studentId, entry, onClose }: ReverseRecordDialogProps) {
  const reverse = useReverseRecord()
  const { seq, year, title, hours } = entry
  return (
    <FormDialog
      title="冲销公需学时"
      okText="冲销"
      danger
      initialValues={{ reason: '' }}
      send={async ({ reason }) => {
        await reverse.mutateAsync({ studentId, seq, reason })
        showNotice({ kind: 'success', title: '已冲销' })
      }}
      onClose={onClose}
    >
      <p>
        {year} 年度 · {title} · {formatHours(hours)} 学时
      </p>
      <p>台账上加记一笔冲销，原记录保留；该年度据此签发的证明随即撤销。同一凭证可以重新录入。</p>
      <Reason placeholder="如：学时录入有误" extra="写入操作日志，并告知学员。" />
    </FormDialog>
  )
}
