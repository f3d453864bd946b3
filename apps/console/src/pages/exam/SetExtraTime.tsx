import { useSetExtraTime } from '@ce/client/staff/exam.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, Input } from 'antd'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import { needed } from '../../kit/form-rules.ts'
import { NumberInput } from '../../kit/NumberInput.tsx'
import { numberWithin } from '../../kit/number-rule.ts'

interface Fields {
  phone: string
  percent: number
  reason: string
}

/** Lengthens a student's exams from the next one on; 0 takes it back. */
export function SetExtraTime({ onClose }: { onClose: () => void }) {
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
      <Form.Item
        name="phone"
        label="学员手机号"
        rules={[needed('请填写手机号')]}
        normalize={withoutSpaces}
        validateTrigger="onBlur"
      >
        <Input maxLength={20} inputMode="numeric" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="percent"
        label="加时比例"
        rules={[
          { required: true, message: '请填写比例' },
          numberWithin({ what: '比例', min: 0, max: 200, unit: '%' }),
        ]}
        validateTrigger="onBlur"
        extra="占考试时长的百分比；填 0 取消。比例变动时告知学员，不含原因。"
      >
        <NumberInput suffix="%" aria-label="加时比例" />
      </Form.Item>
      <Reason placeholder="如：视力障碍，凭残疾证" />
    </FormDialog>
  )
}
