import { type RetentionRule, useSetRetention } from '@ce/client/staff/retention.ts'
import { Form } from 'antd'
import { ReasonField } from '../../components/Reason.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { NumberInput } from '../../kit/NumberInput.tsx'

interface Fields {
  keepDays: number
  reason: string
}

/** The deletion date of these records is set at creation, so a changed rule affects only new ones. */
const datedWhenMade: ReadonlySet<string> = new Set(['CAPTURES', 'EXPORTS'])

function effectOf(key: string) {
  return datedWhenMade.has(key)
    ? { hint: '只影响以后产生的；已有的仍在各自的到期日删除。', done: '只影响以后产生的。' }
    : {
        hint: '改短之后，超过的会在下一次清理时删除，不能恢复。',
        done: '从下一次清理起生效。',
      }
}

export function RetentionRuleDialog({ rule, onClose }: { rule: RetentionRule; onClose: () => void }) {
  const set = useSetRetention()
  const { key, title, explained, keepDays, limits } = rule
  if (keepDays === null || !limits) return null
  const { min, max } = limits
  const effect = effectOf(key)
  return (
    <FormDialog<Fields>
      title={`修改保留天数：${title}`}
      okText="保存"
      initialValues={{ keepDays }}
      send={(fields) => set.mutateAsync({ ...fields, key, before: keepDays })}
      done={{ title: '已修改', text: effect.done }}
      onClose={onClose}
    >
      <p>{explained}</p>
      <Form.Item
        name="keepDays"
        label="保留天数"
        rules={[
          { required: true, message: '请填写天数' },
          { type: 'integer', min, max, message: `应为 ${min} 到 ${max} 的整数` },
        ]}
        extra={`${min}–${max} 天。${effect.hint}`}
      >
        <NumberInput />
      </Form.Item>
      <ReasonField placeholder="例如：按协会档案管理办法" />
    </FormDialog>
  )
}
