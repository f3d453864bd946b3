import type { DeskReductionSummary, ReductionBatchOutcome } from '@ce/client/staff/course_reduce.ts'
import { useApproveReductions } from '@ce/client/staff/course_reduce.ts'
import { courseReduceApproveAllLimits } from '@ce/contract/generated/staff-limits'
import { Form, Input } from 'antd'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { batchReductionCreditText } from './labels.ts'

interface BatchDialogProps {
  chosen: readonly DeskReductionSummary[]
  onDone: (outcome: ReductionBatchOutcome) => void
  onClose: () => void
}

export function BatchReductionApprovalDialog({ chosen, onDone, onClose }: BatchDialogProps) {
  const approve = useApproveReductions()
  const doubtful = chosen.filter(({ duplicates, overlapping }) => duplicates + overlapping > 0)
  return (
    <FormDialog
      title={`批量通过 ${chosen.length} 份申请`}
      okText="全部通过"
      initialValues={{ opinion: '' }}
      send={async ({ opinion }) => {
        const items = chosen.map(({ id, version }) => ({ id, version }))
        onDone((await approve.mutateAsync({ items, opinion })).list)
      }}
      onClose={onClose}
    >
      <p>{batchReductionCreditText(chosen)}</p>
      {doubtful.length > 0 && (
        <p>
          其中 {doubtful.length} 份的材料或日期与其他申请相同，须逐份审核，不会批量通过：
          {doubtful.map(({ applyNo }) => applyNo).join('、')}。
        </p>
      )}
      <Form.Item name="opinion" label="意见（选填）">
        <Input maxLength={courseReduceApproveAllLimits.opinion.maxLength} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}
