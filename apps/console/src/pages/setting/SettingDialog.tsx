import { type SettingFigure, useUpdateSetting } from '@ce/client/staff/setting.ts'
import { Form } from 'antd'
import { ReasonField } from '../../components/Reason.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { NumberInput } from '../../kit/NumberInput.tsx'

interface Fields {
  value: number
  reason: string
}

interface FigureDialogProps {
  figure: SettingFigure
  onClose: () => void
}

export function SettingDialog({ figure, onClose }: FigureDialogProps) {
  const set = useUpdateSetting()
  const { key, title, explained, value, usual, unit, min, max } = figure
  return (
    <FormDialog<Fields>
      title={`修改参数：${title}`}
      okText="保存"
      initialValues={{ value }}
      send={(fields) => set.mutateAsync({ ...fields, key, before: value })}
      done={{ title: '已修改', text: '几秒内生效。' }}
      onClose={onClose}
    >
      <p>{explained}</p>
      <Form.Item
        name="value"
        label={`数值（${unit}）`}
        rules={[
          { required: true, message: '请填写数值' },
          { type: 'integer', min, max, message: `应为 ${min} 到 ${max} 的整数` },
        ]}
        extra={`${min}–${max} ${unit}，初始为 ${usual} ${unit}。`}
      >
        <NumberInput />
      </Form.Item>
      <ReasonField placeholder="例如：按协会理事会决定" />
    </FormDialog>
  )
}
