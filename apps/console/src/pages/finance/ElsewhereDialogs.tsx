import { formatFen } from '@ce/client/format.ts'
import {
  type FinanceRefund,
  useDecideElsewhere,
  useEnterElsewhere,
} from '@ce/client/staff/finance.ts'
import { uuid } from '@ce/client/uuid.ts'
import { needed } from '@ce/frame/form-rules.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'

interface EnterProps {
  refund: FinanceRefund
  onClose: () => void
}

/** The money is back, but not by the channel: with a number that proves it; nothing changes until a second person has agreed. */
export function EnterElsewhereDialog({ refund, onClose }: EnterProps) {
  const [id] = useState(uuid)
  const enter = useEnterElsewhere()
  const { refundNo, amount } = refund
  return (
    <FormDialog
      marked
      title={`登记已另行退回 ${formatFen(amount)}`}
      okText="提交审核"
      initialValues={{ reference: '', reason: '' }}
      send={async (fields) => {
        await enter.mutateAsync({ id, refundNo, ...fields })
        showNotice({
          kind: 'success',
          title: '已提交',
          text: '由另一名工作人员审核后，这笔退款即为完成。',
        })
      }}
      onClose={onClose}
    >
      <p>
        渠道不予退回的，先在银行转账或在商户平台退回，再在这里登记。登记前请在商户平台确认这笔退款没有退成：平台不会替您核对。
      </p>
      <Form.Item
        name="reference"
        label="凭证号"
        rules={[needed('请填写凭证号'), { min: 4, max: 64, message: '凭证号为 4–64 个字' }]}
        validateTrigger="onBlur"
        extra="银行转账流水号；在商户平台退回的，填渠道账单上的商户退款单号（支付宝为退款批次号/请求号），对账时据此认出。"
      >
        <Input maxLength={64} placeholder="如：2026112300123456" autoComplete="off" />
      </Form.Item>
      <Reason placeholder="如：交易已完结，支付宝不能退款，已对公转账退回" />
    </FormDialog>
  )
}

interface DecideProps {
  id: string
  amount: number
  reference: string
  decision: 'APPROVED' | 'REFUSED'
  /** the channel has given the refund meanwhile */
  done: boolean
  onClose: () => void
}

/** The second person's word: a yes ends the refund, and the portal asks the channel no more. */
export function DecideElsewhereDialog(props: DecideProps) {
  const { id, amount, reference, decision, done, onClose } = props
  const decide = useDecideElsewhere()
  const agreed = decision === 'APPROVED'
  return (
    <FormDialog
      marked
      title={agreed ? `同意：${formatFen(amount)} 已另行退回` : '不同意另行退回的登记'}
      okText={agreed ? '同意登记' : '不同意'}
      initialValues={{ reason: '' }}
      send={async ({ reason }) => {
        await decide.mutateAsync({ id, decision, reason })
        showNotice({ kind: 'success', title: agreed ? '退款已完成' : '已答复' })
      }}
      onClose={onClose}
    >
      <p>
        {agreed
          ? `请先核对凭证 ${reference}：同意后退款即为完成，不再向渠道发起，学员可以重新报名，不能撤回。`
          : refusedWords(done)}
      </p>
      <Reason placeholder={agreed ? '如：已核对银行回单' : '如：凭证金额不符'} />
    </FormDialog>
  )
}

function refusedWords(done: boolean): string {
  return done
    ? '渠道已退回这笔退款，登记不再生效。款项如已另行退出，请向收款人追回，并在“对账差异”写明结果。'
    : '退款不变，继续向渠道发起；以后可以再次登记。'
}
