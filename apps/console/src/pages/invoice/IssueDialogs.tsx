import {
  deskInvoiceQuery,
  type IssueRow,
  useIssueFor,
  useIssueInvoices,
} from '@ce/client/staff/invoice.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input } from 'antd'
import { FormDialog } from '../../components/FormDialog.tsx'
import classes from '../../components/form.module.css'
import { Reason } from '../../components/Reason.tsx'
import { needed } from '../../kit/form-rules.ts'
import { ApplicationField } from './ApplicationField.tsx'
import { ReverseDialog } from './InvoiceActions.tsx'
import { differenceNames, outcomeWords } from './words.ts'

interface DialogProps {
  row: IssueRow
  onRow: (row: IssueRow) => void
  onClose: () => void
}

/** Sends one file for one application, and says what became of it. */
function useSend({ row: { fileId }, onRow }: DialogProps) {
  const issueFor = useIssueFor()
  return async (input: Omit<Parameters<typeof issueFor.mutateAsync>[0], 'fileId'>) => {
    const row = await issueFor.mutateAsync({ fileId, ...input })
    onRow(row)
    const { kind, label } = outcomeWords[row.outcome]
    showNotice({ kind: kind === 'done' ? 'success' : 'error', title: label, text: '' })
  }
}

/** It differs in what staff may know better: issued with a reason. */
export function AcceptDialog(props: DialogProps) {
  const { row, onClose } = props
  const send = useSend(props)
  return (
    <FormDialog
      title="接受差异并开具？"
      okText="接受并开具"
      initialValues={{ reason: '' }}
      send={({ reason }) => send({ id: row.invoiceId ?? '', reason })}
      onClose={onClose}
    >
      {row.differences.map(({ field, applied, read }) => (
        <p key={field} className={classes.problem}>
          {differenceNames[field]}：申请 {applied}，发票 {read}
        </p>
      ))}
      <Reason
        placeholder="如：申请人确认以发票上的名称为准"
        extra="写入操作日志，并显示在发票详情中。"
      />
    </FormDialog>
  )
}

/** Whose it is, where its content alone does not say it. */
export function ChooseDialog(props: DialogProps) {
  const { row, onClose } = props
  const send = useSend(props)
  return (
    <FormDialog<{ id: string }>
      title="选择申请"
      okText="核对并开具"
      send={({ id }) => send({ id })}
      onClose={onClose}
    >
      <p>选定后仍与申请核对，不一致的不会开具。</p>
      <ApplicationField candidates={row.candidates} />
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

/** A picture, which only a person can read. What could be read stays as it was read. */
export function TypeDialog(props: DialogProps) {
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
      <ApplicationField candidates={row.candidates} />
      <Form.Item
        name="number"
        label="发票号码"
        normalize={withoutSpaces}
        rules={[
          needed('请填写发票号码'),
          { pattern: /^(\d{8}|\d{20})$/, message: '应为 8 位或 20 位数字' },
        ]}
        validateTrigger="onBlur"
      >
        <Input maxLength={30} inputMode="numeric" autoComplete="off" disabled={Boolean(number)} />
      </Form.Item>
      <Form.Item
        name="date"
        label="开票日期"
        normalize={withoutSpaces}
        rules={[
          needed('请填写开票日期'),
          { pattern: /^\d{4}-\d{2}-\d{2}$/, message: '应为年-月-日，如 2026-03-01' },
        ]}
        validateTrigger="onBlur"
      >
        <Input
          maxLength={10}
          inputMode="numeric"
          autoComplete="off"
          placeholder="2026-03-01"
          disabled={Boolean(date)}
        />
      </Form.Item>
      <Form.Item name="title" label="购买方名称" rules={[needed('请填写购买方名称')]}>
        <Input maxLength={100} autoComplete="off" disabled={Boolean(title)} />
      </Form.Item>
      <Form.Item name="taxNo" label="购买方税号（个人可不填）" normalize={withoutSpaces}>
        <Input maxLength={30} autoComplete="off" disabled={Boolean(taxNo)} />
      </Form.Item>
      <Form.Item
        name="amount"
        label="价税合计（元）"
        normalize={withoutSpaces}
        rules={[
          needed('请填写价税合计'),
          { pattern: /^\d{1,7}(\.\d{1,2})?$/, message: '应为金额，如 120.00' },
        ]}
        validateTrigger="onBlur"
      >
        <Input maxLength={12} inputMode="decimal" autoComplete="off" disabled={Boolean(amount)} />
      </Form.Item>
      <Reason
        placeholder="如：只有扫描件，已在税务系统查验"
        extra="写入操作日志，并显示在发票详情中。"
      />
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

/** The red invoice that voids an issued one. Closed, the file says itself whether it was entered. */
export function RedDialog({ row, onRow, onClose }: DialogProps) {
  const { data } = useQuery(deskInvoiceQuery(row.invoiceId ?? ''))
  const issue = useIssueInvoices()
  if (!data) return null
  const red = { fileId: row.fileId, number: row.read?.number ?? '' }
  const close = () => {
    onClose()
    // the answer comes when the dialog is gone; without one the row says what it said
    void issue.mutateAsync({ fileIds: [row.fileId] }).then(
      ({ rows }) => rows.forEach(onRow),
      () => undefined,
    )
  }
  return <ReverseDialog invoice={data} red={red} onClose={close} />
}
