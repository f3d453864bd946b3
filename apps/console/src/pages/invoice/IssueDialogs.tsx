import type { IssuedInvoiceRow } from '@ce/client/staff/invoice.ts'
import { deskInvoiceQuery, useIssueInvoiceFor, useIssueInvoices } from '@ce/client/staff/invoice.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { printedInvoiceNoRule } from '@ce/contract/desk-rules'
import { invoiceIssueForLimits } from '@ce/contract/generated/staff-limits'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input } from 'antd'
import classes from '../../components/form.module.css'
import { ReasonField } from '../../components/Reason.tsx'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { DateField, dateRule } from '../../kit/DateField.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextItem } from '../../kit/FormItems.tsx'
import { contractFieldRule, requiredRule } from '../../kit/form-rules.ts'
import { InvoiceApplicationField } from './ApplicationField.tsx'
import { ReverseInvoiceDialog } from './InvoiceActions.tsx'
import { issueDifferenceNames, issueOutcomeLabels } from './labels.ts'

const { typed: limits } = invoiceIssueForLimits

interface DialogProps {
  row: IssuedInvoiceRow
  onRow: (row: IssuedInvoiceRow) => void
  onClose: () => void
}

function useSend({ row: { fileId }, onRow }: DialogProps) {
  const issueFor = useIssueInvoiceFor()
  return async (input: Omit<Parameters<typeof issueFor.mutateAsync>[0], 'fileId'>) => {
    const row = await issueFor.mutateAsync({ fileId, ...input })
    onRow(row)
    const { kind, label } = issueOutcomeLabels[row.outcome]
    showNotice({ kind: kind === 'done' ? 'success' : 'error', title: label, text: '' })
  }
}

/** Staff accept an invoice in spite of a difference and give a reason. */
export function AcceptDifferenceDialog(props: DialogProps) {
  const { row, onClose } = props
  const send = useSend(props)
  return (
    <ReasonDialog
      title="接受差异并开具？"
      okText="接受并开具"
      placeholder="如：申请人确认以发票上的名称为准"
      extra="写入操作日志，并显示在发票详情中。"
      send={(reason) => send({ id: row.invoiceId ?? '', reason })}
      onClose={onClose}
    >
      {row.differences.map(({ field, applied, read }) => (
        <p key={field} className={classes.problem}>
          {issueDifferenceNames[field]}：申请 {applied}，发票 {read}
        </p>
      ))}
    </ReasonDialog>
  )
}

/** Staff choose the application for a file that does not identify it. */
export function ChooseApplicationDialog(props: DialogProps) {
  const { row, onClose } = props
  const send = useSend(props)
  return (
    <FormDialog<{ id: string }> title="选择申请" okText="核对并开具" send={({ id }) => send({ id })} onClose={onClose}>
      <p>选定后仍与申请核对，不一致的不会开具。</p>
      <InvoiceApplicationField candidates={row.candidates} />
    </FormDialog>
  )
}

interface Typed {
  id: string
  number: string
  date: string
  title: string
  taxNo: string
  amount: string
  reason: string
  sure: boolean
}

/** Staff type the invoice fields, because they cannot be read from a picture. */
export function EnterInvoiceDialog(props: DialogProps) {
  const { row, onClose } = props
  const send = useSend(props)
  const { number, date, title, taxNo, amount } = row.read ?? {}
  return (
    <FormDialog<Typed>
      title="手工录入发票内容"
      okText="核对并开具"
      marked
      initialValues={{
        ...{ number: number ?? '', date: date ?? '', title: title ?? '', taxNo: taxNo ?? '' },
        ...{ amount: amount ? (amount / 100).toFixed(2) : '', reason: '', sure: false },
      }}
      send={({ id, reason, sure: _sure, amount: yuan, ...typed }) =>
        send({ id, reason, typed: { ...typed, amount: Math.round(Number(yuan) * 100) } })
      }
      onClose={onClose}
    >
      <p className={classes.problem}>
        这个文件无法自动读取。能取得税务系统的原文件时，请上传原文件；录入的内容同样与申请核对，发票会标明“未能自动核对”。
      </p>
      <InvoiceApplicationField candidates={row.candidates} />
      <TextItem
        name="number"
        label="发票号码"
        needed
        limits={limits.number}
        rules={[contractFieldRule(printedInvoiceNoRule)]}
        normalize={withoutSpaces}
        input={{ inputMode: 'numeric', disabled: Boolean(number) }}
      />
      <Form.Item
        name="date"
        label="开票日期"
        rules={[requiredRule('请填写开票日期'), dateRule()]}
        validateTrigger="onBlur"
      >
        <DateField label="开票日期" disabled={Boolean(date)} />
      </Form.Item>
      <Form.Item name="title" label="购买方名称" rules={[requiredRule('请填写购买方名称')]}>
        <Input maxLength={limits.title.maxLength} autoComplete="off" disabled={Boolean(title)} />
      </Form.Item>
      <Form.Item name="taxNo" label="购买方税号（个人可不填）" normalize={withoutSpaces}>
        <Input maxLength={limits.taxNo.maxLength} autoComplete="off" disabled={Boolean(taxNo)} />
      </Form.Item>
      <Form.Item
        name="amount"
        label="价税合计（元）"
        normalize={withoutSpaces}
        rules={[requiredRule('请填写价税合计'), { pattern: /^\d{1,7}(\.\d{1,2})?$/, message: '应为金额，如 120.00' }]}
        validateTrigger="onBlur"
      >
        <Input inputMode="decimal" autoComplete="off" disabled={Boolean(amount)} />
      </Form.Item>
      <ReasonField placeholder="如：只有扫描件，已在税务系统查验" extra="写入操作日志，并显示在发票详情中。" />
      <Form.Item name="sure" valuePropName="checked" rules={[sure]}>
        <Checkbox>已逐项核对录入的内容与文件一致</Checkbox>
      </Form.Item>
    </FormDialog>
  )
}

const sure = {
  validator: async (_: unknown, value: boolean) => {
    if (!value) throw new Error('请核对后勾选')
  },
}

/** Reverses an invoice with its uploaded red invoice; the row is checked again after closing. */
export function RedInvoiceDialog({ row, onRow, onClose }: DialogProps) {
  const { data } = useQuery(deskInvoiceQuery(row.invoiceId ?? ''))
  const issue = useIssueInvoices()
  if (!data) return null
  const red = { fileId: row.fileId, number: row.read?.number ?? '' }
  const close = () => {
    onClose()
    // The dialog closes before the response; if no response comes, the row stays.
    void issue.mutateAsync({ fileIds: [row.fileId] }).then(
      ({ rows }) => rows.forEach(onRow),
      () => undefined,
    )
  }
  return <ReverseInvoiceDialog invoice={data} red={red} onClose={close} />
}
