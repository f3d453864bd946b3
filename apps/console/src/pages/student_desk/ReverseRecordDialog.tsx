import { formatHours } from '@ce/client/format.ts'
import { type LedgerEntry, useReverseHoursRecord } from '@ce/client/staff/certification_grant.ts'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'

interface ReverseRecordDialogProps {
  studentId: string
  entry: LedgerEntry
  onClose: () => void
}

export function ReverseRecordDialog({ studentId, entry, onClose }: ReverseRecordDialogProps) {
  const reverse = useReverseHoursRecord()
  const { seq, year, title, hours } = entry
  return (
    <ReasonDialog
      title="冲销公需学时"
      okText="冲销"
      danger
      placeholder="如：学时录入有误"
      extra="写入操作日志，并告知学员。"
      send={(reason) => reverse.mutateAsync({ studentId, seq, reason })}
      done={{ title: '已冲销' }}
      onClose={onClose}
    >
      <p>
        {year} 年度 · {title} · {formatHours(hours)} 学时
      </p>
      <p>台账上加记一笔冲销，原记录保留；该年度据此签发的证明随即撤销。同一凭证可以重新录入。</p>
    </ReasonDialog>
  )
}
