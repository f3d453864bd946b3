import { type Appeal, useAnswerAppeal } from '@ce/client/staff/exam.ts'
import { needed } from '@ce/frame/form-rules.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, Input, Radio } from 'antd'
import { FormDialog } from '../../components/FormDialog.tsx'
import classes from '../../components/form.module.css'
import { Sitting } from './Sitting.tsx'

interface Fields {
  uphold: boolean
  answer: string
}

/** What the candidate is told; what is to be done about the sitting is asked for on the board. */
export function AnswerAppeal({ appeal, onClose }: { appeal: Appeal; onClose: () => void }) {
  const answer = useAnswerAppeal()
  const send = async (fields: Fields) => {
    await answer.mutateAsync({ attemptId: appeal.attemptId, ...fields })
    showNotice({
      kind: 'success',
      title: '已答复',
      text: fields.uphold
        ? '如需作废或重置，请在“申诉”的“全部”中找到这一项，点“在考场中查看”后申请。'
        : '',
    })
  }
  return (
    <FormDialog<Fields>
      title={`答复申诉：${appeal.studentName}，${appeal.courseTitle}`}
      okText="答复"
      initialValues={{ answer: '' }}
      send={send}
      onClose={onClose}
    >
      <p>
        <Sitting sitting={appeal} />
      </p>
      <p className={classes.problem}>{appeal.text}</p>
      <Form.Item name="uphold" label="结论" rules={[{ required: true, message: '请选择是否支持' }]}>
        <Radio.Group
          options={[
            { value: true, label: '支持' },
            { value: false, label: '不支持' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="answer"
        label="答复"
        rules={[needed('请填写答复'), { min: 5, message: '请至少写 5 个字' }]}
        validateTrigger="onBlur"
        extra="考生会看到。"
      >
        <Input.TextArea maxLength={500} rows={4} showCount />
      </Form.Item>
    </FormDialog>
  )
}
