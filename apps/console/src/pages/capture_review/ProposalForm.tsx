import { CallRefused } from '@ce/client/answers.ts'
import {
  type CaptureAttempt,
  type CaptureReview,
  type InnocentCause,
  useProposeCaptureReview,
} from '@ce/client/staff/capture_review.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { captureReviewProposeLimits } from '@ce/contract/generated/staff-limits'
import {
  type ComparablePictures,
  isVoidGroundAllowed,
  type VoidGround,
  voidGroundNames,
  voidGrounds,
  voidReasonProblem,
} from '@ce/contract/void-grounds'
import { showNotice } from '@ce/ui/notices.ts'
import { Button, Checkbox, Form, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import cards from '../../components/cards.module.css'
import { FormProblem } from '../../components/FormProblem.tsx'
import { useQueueKeys } from '../../components/queue-keys.ts'
import { TextItem } from '../../kit/FormItems.tsx'
import { useUnsavedForm } from '../../kit/form-changes.ts'
import { clearAnsweredProblems } from '../../kit/show-in-form.ts'
import { useFormSubmission } from '../../kit/use-form-problem.ts'
import classes from './CaptureReview.module.css'
import { innocentCauseLabels, innocentCauses } from './labels.ts'
import { captureShortcuts } from './proposal-keys.ts'

interface Fields {
  causes: InnocentCause[]
  proposal: CaptureReview['proposal']
  ground?: VoidGround
  reason: string
}

const initial: Partial<Fields> = { causes: [], reason: '' }

/** Refuses, as the server does, a reason that claims a different person although there is no picture to compare. */
const comparing = (comparable: ComparablePictures) => ({
  validator: async (_: unknown, reason: string | undefined) => {
    const problem = voidReasonProblem(reason ?? '', comparable)
    if (problem) throw new Error(problem)
  },
})

interface ProposalFormProps {
  attempt: CaptureAttempt
  /** True if single-key shortcuts are enabled. */
  keys: boolean
  children: ReactNode
}

/** Staff cannot propose to void an attempt while an innocent cause is possible. */
export function CaptureProposalForm({ attempt: looked, keys, children }: ProposalFormProps) {
  // Attempts without a camera have no innocent causes to consider.
  const manual = looked.mode === 'MANUAL'
  const [form] = Form.useForm<Fields>()
  const [id, setId] = useState(randomUuid)
  const { problem, attempt } = useFormSubmission(form)
  const propose = useProposeCaptureReview()
  useUnsavedForm(form, '您的建议', initial)
  const possible = Form.useWatch('causes', form) ?? []
  const voids = Form.useWatch('proposal', form) === 'VOID'
  const say = (proposal: Fields['proposal']) => {
    form.setFieldValue('proposal', proposal)
    // Changed input makes another proposal, which needs another id.
    setId(randomUuid())
    form.focusField('reason')
  }
  useQueueKeys(keys, captureShortcuts(possible.length > 0, say))
  const send = async (fields: Fields) => {
    const done = await attempt(() =>
      propose.mutateAsync({ ...fields, id, attemptId: looked.id }, { onError: tellOfOther }),
    )
    if (!done) return
    form.resetFields()
    showNotice({ kind: 'success', title: '已提出建议', text: '由另一名审核员确认后生效。' })
  }
  return (
    <Form<Fields>
      form={form}
      className={cards.page}
      aria-label="提出建议"
      layout="vertical"
      initialValues={initial}
      onValuesChange={clearAnsweredProblems(form, (changed: Partial<Fields>) => {
        setId(randomUuid())
        if (changed.causes?.length && form.getFieldValue('proposal') === 'VOID') form.resetFields(['proposal'])
      })}
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
          <Form.Item name="ground" label="作废的依据" rules={[{ required: true, message: '请选择作废的依据' }]}>
            <Radio.Group
              className={classes.choices}
              options={voidGrounds
                .filter((ground) => isVoidGroundAllowed(ground, looked.comparable))
                .map((value) => ({ value, label: voidGroundNames[value] }))}
            />
          </Form.Item>
        )}
        <TextItem
          name="reason"
          label="理由"
          needed
          counted
          limits={captureReviewProposeLimits.reason}
          rules={voids ? [comparing(looked.comparable)] : []}
          rows={2}
          extra={`${manual ? '请写明何时、怎样联系，本人怎么说。' : ''}写入操作日志。`}
        />
        <Button type="primary" htmlType="submit" loading={propose.isPending}>
          提出建议
        </Button>
      </section>
    </Form>
  )
}

function tellOfOther(error: Error): void {
  if (error instanceof CallRefused && error.key === 'capture_review.alreadyProposed')
    showNotice({ kind: 'error', title: error.msg })
}

function Causes() {
  return (
    <section className={classes.card} aria-labelledby="causes">
      <h2 id="causes">先排除非本人过错的原因</h2>
      <p className={cards.hint}>
        大多数“不像”都是这些原因，说得通的请勾选。只要有一条说得通，就应当保留；拿不准时先联系本人。
      </p>
      <Form.Item name="causes" label="哪些原因说得通">
        <Checkbox.Group className={classes.choices}>
          {innocentCauses.map((cause) => (
            <Checkbox key={cause} value={cause}>
              {innocentCauseLabels[cause]}
            </Checkbox>
          ))}
        </Checkbox.Group>
      </Form.Item>
    </section>
  )
}
