import {
  type BatchOutcome,
  type DeskReductionHead,
  useApproveReductions,
} from '@ce/client/staff/course_reduce.ts'
import { Form, Input } from 'antd'
import { FormDialog } from '../../components/FormDialog.tsx'
import { batchWords } from './words.ts'

interface BatchDialogProps {
  chosen: readonly DeskReductionHead[]
  onDone: (outcome: BatchOutcome) => void
  onClose: () => void
}

/** Approves what was chosen, as it stands; each is judged by itself. */
export function BatchDialog({ chosen, onDone, onClose }: BatchDialogProps) {
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
      <p>{batchWords(chosen)}</p>
      {doubtful.length > 0 && (
        <p>
          其中 {doubtful.length} 份的材料或日期与其他申请相同，须逐份审核，不会批量通过：
          {doubtful.map(({ applyNo }) => applyNo).join('、')}。
        </p>
      )}
      <Form.Item name="opinion" label="意见（选填）">
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}
