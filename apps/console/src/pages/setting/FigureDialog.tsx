import { type SettingFigure, useSetFigure } from '@ce/client/staff/setting.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Form } from 'antd'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import { NumberInput } from '../../kit/NumberInput.tsx'

interface Fields {
  value: number
  reason: string
}

interface FigureDialogProps {
  figure: SettingFigure
  onClose: () => void
}

/** One figure, and why it is changed. */
export function FigureDialog({ figure, onClose }: FigureDialogProps) {
  const set = useSetFigure()
  const { key, title, explained, value, usual, unit, min, max } = figure
  return (
    <FormDialog<Fields>
      title={`修改参数：${title}`}
      okText="保存"
      initialValues={{ value }}
      send={async (fields) => {
        await set.mutateAsync({ ...fields, key, before: value })
        showNotice({ kind: 'success', title: '已修改', text: '几秒内生效。' })
      }}
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
      <Reason placeholder="例如：按协会理事会决定" />
    </FormDialog>
  )
}
