import { CallRefused } from '@ce/client/answers.ts'
import {
  type CaptureAttempt,
  type CaptureReview,
  type InnocentCause,
  useProposeReview,
} from '@ce/client/staff/capture_review.ts'
import { uuid } from '@ce/client/uuid.ts'
import {
  allowsGround,
  type Comparable,
  comparisonProblem,
  type VoidGround,
  voidGroundNames,
  voidGrounds,
} from '@ce/contract/void-grounds'
import { showNotice } from '@ce/ui/notices.ts'
import { Button, Checkbox, Form, Input, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { FormProblem } from '../../components/FormProblem.tsx'
import { useQueueKeys } from '../../components/queue-keys.ts'
import { needed } from '../../kit/form-rules.ts'
import { useFormProblem } from '../../kit/use-form-problem.ts'
import classes from './CaptureReview.module.css'
import { proposalKeys } from './proposal-keys.ts'
import { causes, causeWords } from './words.ts'

interface Fields {
  causes: InnocentCause[]
  proposal: CaptureReview['proposal']
  ground?: VoidGround
  reason: string
}

/** As the server has it: nothing is said to be unlike what nobody can see. */
const comparing = (comparable: Comparable) => ({
  validator: async (_: unknown, reason: string | undefined) => {
    const problem = comparisonProblem(reason ?? '', comparable)
    if (problem) throw new Error(problem)
  },
})

const reasonRules = [needed('请填写理由'), { min: 2, max: 200, message: '理由为 2–200 个字' }]

interface ProposalFormProps {
  attempt: CaptureAttempt
  /** whether single keys answer */
  keys: boolean
  /** what is to be looked at once the innocent causes have been thought of */
  children: ReactNode
}

/** The first reviewer's word: innocent causes first. As long as one is possible, a void cannot be proposed. */
export function ProposalForm({ attempt: looked, keys, children }: ProposalFormProps) {
  // there was no camera: no innocent cause of a picture is asked for
  const manual = looked.mode === 'MANUAL'
  const [form] = Form.useForm<Fields>()
  const [id, setId] = useState(uuid)
  const { problem, attempt } = useFormProblem(form)
  const propose = useProposeReview()
  const possible = Form.useWatch('causes', form) ?? []
  const voids = Form.useWatch('proposal', form) === 'VOID'
  const say = (proposal: Fields['proposal']) => {
    form.setFieldValue('proposal', proposal)
    // as a click on it: other words are another proposal
    setId(uuid())
    form.focusField('reason')
  }
  useQueueKeys(keys, proposalKeys(possible.length > 0, say))
  const send = async (fields: Fields) => {
    const done = await attempt(() =>
      propose.mutateAsync({ ...fields, id, attemptId: looked.id }, { onError: tellOfOther }),
    )
    if (done)
      showNotice({ kind: 'success', title: '已提出建议', text: '由另一名审核员确认后生效。' })
  }
  return (
    <Form<Fields>
      form={form}
      className={classes.page}
      aria-label="提出建议"
      layout="vertical"
      requiredMark={false}
      initialValues={{ causes: [], reason: '' }}
      // other words are another proposal
      onValuesChange={(changed: Partial<Fields>) => {
        setId(uuid())
        if (changed.causes?.length && form.getFieldValue('proposal') === 'VOID')
          form.resetFields(['proposal'])
      }}
      onFinish={(fields) => send(manual ? { ...fields, causes: [] } : fields)}
    >
      {!manual && <Causes />}
      {children}
      <section className={classes.card} aria-labelledby="proposal">
        <h2 id="proposal">第一人：提出建议</h2>
        <FormProblem problem={problem} />
        <Form.Item
          name="proposal"
          label="建议"
          rules={[{ required: true, message: '请选择保留或作废' }]}
          extra={possible.length > 0 ? '可能不是本人的过错，不能建议作废。' : undefined}
        >
          <Radio.Group
            options={[
              { value: 'KEEP', label: '保留成绩' },
              { value: 'VOID', label: '考试作废', disabled: possible.length > 0 },
            ]}
          />
        </Form.Item>
        {voids && (
          <Form.Item
            name="ground"
            label="作废的依据"
            rules={[{ required: true, message: '请选择作废的依据' }]}
          >
            <Radio.Group
              className={classes.choices}
              options={voidGrounds
                .filter((ground) => allowsGround(ground, looked.comparable))
                .map((value) => ({ value, label: voidGroundNames[value] }))}
            />
          </Form.Item>
        )}
        <Form.Item
          name="reason"
          label="理由"
          rules={[...reasonRules, ...(voids ? [comparing(looked.comparable)] : [])]}
          validateTrigger="onBlur"
          extra={`${manual ? '请写明何时、怎样联系，本人怎么说。' : ''}写入操作日志。`}
        >
          <Input.TextArea maxLength={200} rows={2} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={propose.isPending}>
          提出建议
        </Button>
      </section>
    </Form>
  )
}

/** The form goes once what the other one proposed is shown. */
function tellOfOther(error: Error): void {
  if (error instanceof CallRefused && error.key === 'capture_review.alreadyProposed')
    showNotice({ kind: 'error', title: error.msg })
}

/** Why an honest sitting's pictures may look otherwise. */
function Causes() {
  return (
    <section className={classes.card} aria-labelledby="causes">
      <h2 id="causes">先排除非本人过错的原因</h2>
      <p className={classes.hint}>
        大多数“不像”都是这些原因，说得通的请勾选。只要有一条说得通，就应当保留；拿不准时先联系本人。
      </p>
      <Form.Item name="causes" label="哪些原因说得通">
        <Checkbox.Group className={classes.choices}>
          {causes.map((cause) => (
            <Checkbox key={cause} value={cause}>
              {causeWords[cause]}
            </Checkbox>
          ))}
        </Checkbox.Group>
      </Form.Item>
    </section>
  )
}
