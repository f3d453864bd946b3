import { formatFen } from '@ce/client/format.ts'
import type { FinanceCaseOutcome, MoneyCase, MoneyCasePreview, MoneyCaseProposal } from '@ce/client/staff/finance.ts'
import { usePreviewMoneyCase, useProposeMoneyCaseDecision } from '@ce/client/staff/finance.ts'
import type { UploadedFile } from '@ce/client/staff/upload-step.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { financeProposeCaseLimits as limits } from '@ce/contract/generated/staff-limits'
import { caseOutcomeNames } from '@ce/contract/state-names'
import { showNotice } from '@ce/ui/notices.ts'
import { Button, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { FormProblem } from '../../components/FormProblem.tsx'
import { ReasonField } from '../../components/Reason.tsx'
import { FileField } from '../../components/upload/FileField.tsx'
import { NumberFormItem, TextItem } from '../../kit/FormItems.tsx'
import { useUnsavedForm } from '../../kit/form-changes.ts'
import { requiredRule } from '../../kit/form-rules.ts'
import { useLossMessage } from '../../kit/losses.ts'
import { clearAnsweredProblems } from '../../kit/show-in-form.ts'
import { useFormSubmission } from '../../kit/use-form-problem.ts'
import { CasePreviewConsequences } from './CaseConsequences.tsx'
import classes from './Finance.module.css'
import { caseOutcomeFields, caseOutcomeHints } from './labels.ts'

interface Fields {
  outcome: FinanceCaseOutcome
  yuan: number
  orderNo?: string
  signId?: string
  refundNo?: string
  reference?: string
  reason: string
}

/** Staff choose an outcome, confirm all its consequences, then decide the money case. */
export function CaseDecisionForm({ found }: { found: MoneyCase }) {
  const [form] = Form.useForm<Fields>()
  const { problem, busy, attempt } = useFormSubmission(form)
  const [file, setFile] = useState<UploadedFile | null>(null)
  const [ready, setReady] = useState<{ proposal: MoneyCaseProposal; seen: MoneyCasePreview } | null>(null)
  const initial = {
    yuan: found.rest / 100,
    reason: '',
    ...(found.suggested ? { outcome: found.suggested } : {}),
  }
  useUnsavedForm(form, '这条差异的处理', initial)
  useLossMessage(file ? '上传的凭证还没有提交，离开后会丢失。' : null)
  const preview = usePreviewMoneyCase()
  const propose = useProposeMoneyCaseDecision()
  const outcome = Form.useWatch('outcome', form)
  const asks = outcome ? caseOutcomeFields(outcome) : null
  const [id] = useState(randomUuid)
  const look = (fields: Fields) =>
    attempt(async () => {
      const proposal = toProposal(id, found, fields, file)
      setReady({ proposal, seen: await preview.mutateAsync(proposal) })
    })
  const send = () =>
    attempt(async () => {
      if (!ready) return
      await propose.mutateAsync(ready.proposal)
      form.resetFields()
      setFile(null)
      showNotice({ kind: 'success', title: ready.seen.second ? '已提交审核' : '处理已生效' })
    })
  return (
    <CardSection id="settle" title="处理这条差异">
      <p className={cards.hint}>
        超过 {formatFen(found.secondPersonFen)}
        、两边金额不同或涉及退款的，由另一名工作人员审核后生效。
      </p>
      <Form
        form={form}
        layout="vertical"
        requiredMark
        className={classes.form ?? ''}
        initialValues={initial}
        onFinish={(fields) => void look(fields)}
        onValuesChange={clearAnsweredProblems(form, () => setReady(null))}
        scrollToFirstError={{ focus: true }}
      >
        <FormProblem problem={problem} />
        <Form.Item
          name="outcome"
          label="处理方式"
          rules={[requiredRule('请选择处理方式')]}
          extra={outcome && caseOutcomeHints[outcome]}
        >
          <Radio.Group
            className={classes.outcomes ?? ''}
            options={found.outcomes.map((value) => ({
              value,
              label: caseOutcomeNames[value] + (value === found.suggested ? '（建议）' : ''),
            }))}
          />
        </Form.Item>
        {asks?.amount && (
          <NumberFormItem
            name="yuan"
            label="金额（元）"
            needed
            within={{ what: '金额', min: 0.01, max: found.rest / 100, unit: ' 元', decimals: 2 }}
            input={{ inputMode: 'decimal' }}
          />
        )}
        {asks?.order && (
          <Form.Item name="orderNo" label="订单号" rules={[requiredRule('请填写订单号')]}>
            <Input maxLength={limits.orderNo.maxLength} autoComplete="off" placeholder="学员“我的订单”中的订单号" />
          </Form.Item>
        )}
        {asks?.line && (found.order?.lines.length ?? 0) > 1 && (
          <Form.Item name="signId" label="学员" rules={[requiredRule('请选择学员')]}>
            <Select showSearch optionFilterProp="label" options={linesOf(found)} />
          </Form.Item>
        )}
        {asks?.refund && (
          <Form.Item name="refundNo" label="平台待退的退款" rules={[requiredRule('请选择一笔退款')]}>
            <Select options={refundsOf(found)} notFoundContent="这个订单没有待退的退款" />
          </Form.Item>
        )}
        {asks?.reference && (
          <TextItem
            name="reference"
            label="凭证号"
            needed
            counted
            limits={limits.reference}
            extra={
              outcome === 'BILL_ROW'
                ? '账单上那一行的单号：商户订单号、商户退款单号或渠道交易号。'
                : '银行转账流水号；在商户平台退回的，填账单上的商户退款单号。平台会与各渠道账单核对。'
            }
          />
        )}
        {asks?.file && (
          <Form.Item label="凭证文件" required extra="PDF、JPG 或 PNG，最大 10 MB。">
            <FileField
              purpose="MONEY"
              accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
              label={file ? '换一个文件…' : '上传凭证…'}
              onUploaded={(uploaded) => {
                setFile(uploaded)
                setReady(null)
              }}
            >
              {file && <span>{file.name}</span>}
            </FileField>
          </Form.Item>
        )}
        <ReasonField placeholder="如：已与商户平台核对" />
        {ready && <CasePreviewConsequences seen={ready.seen} />}
        <div className={cards.buttons}>
          {ready ? (
            <Button type="primary" loading={busy} onClick={() => void send()}>
              {ready.seen.second ? '提交审核' : '确认处理'}
            </Button>
          ) : (
            <Button type="primary" htmlType="submit" loading={busy} disabled={Boolean(asks?.file) && !file}>
              下一步：查看后果
            </Button>
          )}
          {asks?.file && !file && <span className={cards.hint}>请先上传凭证文件</span>}
        </div>
      </Form>
    </CardSection>
  )
}

function toProposal(
  id: string,
  found: MoneyCase,
  { outcome, yuan, reason, ...named }: Fields,
  file: UploadedFile | null,
): MoneyCaseProposal {
  const asks = caseOutcomeFields(outcome)
  const amount = asks.amount ? Math.round(yuan * 100) : found.rest
  const { id: caseId, foundAt } = found
  return {
    ...{ id, caseId, foundAt, outcome, amount, reason },
    ...(asks.order ? { orderNo: named.orderNo?.trim() } : {}),
    ...(asks.line && named.signId ? { signId: named.signId } : {}),
    ...(asks.refund ? { refundNo: named.refundNo } : {}),
    ...(asks.reference ? { reference: named.reference } : {}),
    ...(asks.file && file ? { fileId: file.id } : {}),
  }
}

const linesOf = ({ order }: MoneyCase) =>
  order?.lines.map(({ signId, student, amount }) => ({
    value: signId,
    label: `${student.name} ${formatFen(amount)}`,
  })) ?? []

const refundsOf = ({ order }: MoneyCase) =>
  order?.payments.flatMap(({ refunds }) =>
    refunds
      .filter(({ status }) => status !== 'DONE')
      .map(({ refundNo, amount, elsewhere }) => ({
        value: refundNo,
        label: `${formatFen(amount - elsewhere)}，${refundNo}`,
      })),
  ) ?? []
