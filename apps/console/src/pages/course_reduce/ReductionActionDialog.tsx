import {
  type DeskReduction,
  useCheckReduction,
  useDecideReduction,
  useReverseReduction,
} from '@ce/client/staff/course_reduce.ts'
import { courseReduceCheckLimits, courseReduceDecideLimits } from '@ce/contract/generated/staff-limits'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { NumberFormItem } from '../../kit/FormItems.tsx'
import { requiredRule, textLengthRule } from '../../kit/form-rules.ts'

export type ReductionAction = 'APPROVE' | 'RETURN' | 'REJECT' | 'PASS' | 'CHECK_REVERSE' | 'REVERSE'

interface Fields {
  hours?: number
  opinion: string
}

const reverseWords = '已入账的学时冲销；靠它达标的学时证明撤销，仍达标的重新出具。学员看得到原因。不能撤回。'
const words: Readonly<Record<ReductionAction, { title: string; ok: string; text: string; done: string }>> = {
  APPROVE: {
    title: '通过申请',
    ok: '通过',
    text: '末级通过后学时立即写入台账，达标的年度自动出具证明。',
    done: '已通过',
  },
  RETURN: {
    title: '退回补正',
    ok: '退回',
    text: '学员看到原因后可以修改、补充材料，再次提交。',
    done: '已退回',
  },
  REJECT: {
    title: '驳回申请',
    ok: '驳回',
    text: '申请就此结束，学员看得到原因。材料可以补齐的请用“退回补正”。',
    done: '已驳回',
  },
  PASS: { title: '抽查无误', ok: '确认无误', text: '学时保持不变。', done: '已记录抽查结果' },
  CHECK_REVERSE: { title: '冲销学时', ok: '冲销', text: reverseWords, done: '已冲销' },
  REVERSE: { title: '冲销学时', ok: '冲销', text: reverseWords, done: '已冲销' },
}

interface ActDialogProps {
  act: ReductionAction
  reduction: DeskReduction
  onClose: () => void
}

/** The reviewer can grant fewer hours than requested. */
export function ReductionActionDialog({ act, reduction: newest, onClose }: ActDialogProps) {
  // Use the version that the reviewer has read, even if newer data arrives.
  const [reduction] = useState(newest)
  const send = useAct(act, reduction)
  const { title, ok, text, done } = words[act]
  const { hours, hoursApproved } = reduction
  const overlapped = act === 'APPROVE' ? approvedOverlaps(reduction) : []
  const needsReason = act !== 'APPROVE' || overlapped.length > 0
  return (
    <FormDialog<Fields>
      title={title}
      okText={ok}
      danger={act === 'REJECT' || act === 'REVERSE' || act === 'CHECK_REVERSE'}
      initialValues={{ hours: hoursApproved ?? hours ?? 0, opinion: '' }}
      send={send}
      done={{ title: done }}
      onClose={onClose}
    >
      <p>{text}</p>
      {overlapped.length > 0 && (
        <p>
          日期与已通过的同类申请重叠：{overlapped.map(({ applyNo }) => applyNo).join('、')}
          。同一活动只能减免一次；确属不同活动的，请写明理由。
        </p>
      )}
      {act === 'APPROVE' && (
        <NumberFormItem
          name="hours"
          label="核定学时"
          needed
          within={{ what: '核定学时', min: 0.1, max: hours ?? 300, decimals: 1 }}
          extra={`申请 ${hours ?? 0} 学时，可以核减，不能增加。`}
          input={{ step: 0.1 }}
        />
      )}
      <Form.Item
        name="opinion"
        label={opinionLabel(act, needsReason)}
        rules={needsReason ? [requiredRule('请填写原因'), textLengthRule('原因', courseReduceCheckLimits.opinion)] : []}
        validateTrigger="onBlur"
        extra={act === 'PASS' ? '写入操作日志。' : '学员看得到。'}
      >
        <Input.TextArea rows={3} maxLength={courseReduceDecideLimits.opinion.maxLength} />
      </Form.Item>
    </FormDialog>
  )
}

const approvedOverlaps = ({ overlaps }: DeskReduction) => overlaps.filter(({ state }) => state === 'APPROVED')

function opinionLabel(act: ReductionAction, needsReason: boolean): string {
  if (act !== 'APPROVE') return '原因'
  return needsReason ? '为何不是同一活动' : '意见（选填）'
}

function useAct(act: ReductionAction, reduction: DeskReduction) {
  const { id, version } = reduction
  const decide = useDecideReduction()
  const check = useCheckReduction()
  const reverse = useReverseReduction()
  return async ({ hours, opinion }: Fields): Promise<unknown> => {
    if (act === 'APPROVE') {
      const despiteOverlap = approvedOverlaps(reduction).map((one) => one.id)
      const granted = { hours: hours ?? null, opinion, despiteOverlap }
      return decide.mutateAsync({ id, version, decision: act, ...granted })
    }
    if (act === 'RETURN' || act === 'REJECT') return decide.mutateAsync({ id, version, decision: act, opinion })
    if (act === 'REVERSE') return reverse.mutateAsync({ id, version, reason: opinion })
    return check.mutateAsync({ id, version, verdict: act === 'PASS' ? 'PASS' : 'REVERSE', opinion })
  }
}
