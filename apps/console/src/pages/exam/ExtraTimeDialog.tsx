import { useSetExtraTime } from '@ce/client/staff/exam.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { examSetExtraTimeLimits } from '@ce/contract/generated/staff-limits'
import { showNotice } from '@ce/ui/notices.ts'
import { ReasonField } from '../../components/Reason.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { NumberFormItem, TextItem } from '../../kit/FormItems.tsx'

interface Fields {
  phone: string
  percent: number
  reason: string
}

/** Sets a student's extra time from the next exam on; 0 removes it. */
export function ExtraTimeDialog({ onClose }: { onClose: () => void }) {
  const save = useSetExtraTime()
  const send = async (fields: Fields) => {
    const { percent } = await save.mutateAsync(fields)
    const text = '从下一次开始的考试起生效；正在进行的考试请申请延时。'
    showNotice({ kind: 'success', title: percent > 0 ? '已设置加时' : '已取消加时', text })
  }
  return (
    <FormDialog<Fields>
      title="设置加时"
      okText="保存"
      initialValues={{ phone: '', percent: 25, reason: '' }}
      send={send}
      onClose={onClose}
    >
      <TextItem
        name="phone"
        label="学员手机号"
        needed="请填写手机号"
        limits={examSetExtraTimeLimits.phone}
        normalize={withoutSpaces}
        input={{ inputMode: 'numeric' }}
      />
      <NumberFormItem
        name="percent"
        label="加时比例"
        needed
        within={{ what: '比例', ...examSetExtraTimeLimits.percent, unit: '%' }}
        extra="占考试时长的百分比；填 0 取消。比例变动时告知学员，不含原因。"
        input={{ suffix: '%', 'aria-label': '加时比例' }}
      />
      <ReasonField placeholder="如：视力障碍，凭残疾证" />
    </FormDialog>
  )
}
