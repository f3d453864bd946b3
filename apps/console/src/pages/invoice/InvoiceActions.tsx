import type { DeskInvoice } from '@ce/client/staff/invoice.ts'
import { useFailInvoice, useReverseInvoice, useSetInvoiceNumber } from '@ce/client/staff/invoice.ts'
import { Button } from 'antd'
import { useState } from 'react'
import classes from '../../components/form.module.css'
import { ReasonField } from '../../components/Reason.tsx'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { reversalReason } from './labels.ts'
import { InvoiceNumberField } from './NumberField.tsx'
import { TaxOutcomeDialog } from './TaxOutcomeDialog.tsx'

type Act = 'number' | 'fail' | 'reverse' | 'settle'

export function InvoiceActions({ invoice }: { invoice: DeskInvoice }) {
  const [act, setAct] = useState<Act>()
  const close = () => setAct(undefined)
  const open = invoice.state === 'PENDING' || invoice.state === 'ISSUING'
  return (
    <>
      {open && <Button onClick={() => setAct('number')}>登记发票号码…</Button>}
      {open && (
        <Button danger onClick={() => setAct('fail')}>
          退回申请…
        </Button>
      )}
      {invoice.state === 'ISSUED' && (
        <Button danger onClick={() => setAct('reverse')}>
          登记红冲…
        </Button>
      )}
      {invoice.taxState === 'OPEN' && <Button onClick={() => setAct('settle')}>登记税务处理结果…</Button>}
      {act === 'number' && <NumberDialog invoice={invoice} onClose={close} />}
      {act === 'fail' && <FailDialog invoice={invoice} onClose={close} />}
      {act === 'reverse' && <ReverseInvoiceDialog invoice={invoice} onClose={close} />}
      {act === 'settle' && <TaxOutcomeDialog invoice={invoice} onClose={close} />}
    </>
  )
}

interface DialogProps {
  invoice: DeskInvoice
  onClose: () => void
}

function NumberDialog({ invoice: { id, invoiceNo }, onClose }: DialogProps) {
  const send = useSetInvoiceNumber()
  return (
    <FormDialog
      title="登记发票号码"
      okText="登记"
      initialValues={{ invoiceNo: invoiceNo ?? '' }}
      send={(fields) => send.mutateAsync({ id, ...fields })}
      done={{ title: '发票号码已登记' }}
      onClose={onClose}
    >
      <p className={classes.problem}>登记后，上传的文件号码相同的，对上这张申请；号码不同的不会开具。</p>
      <InvoiceNumberField name="invoiceNo" label="发票号码" />
    </FormDialog>
  )
}

function FailDialog({ invoice: { id, invoiceNo }, onClose }: DialogProps) {
  const send = useFailInvoice()
  return (
    <ReasonDialog
      title="退回这份申请？"
      okText="退回申请"
      danger
      placeholder="如：单位名称与统一社会信用代码不符"
      send={(reason) => send.mutateAsync({ id, reason })}
      done={{ title: '已退回', text: '申请人会看到原因，可以重新申请。' }}
      onClose={onClose}
    >
      <p className={classes.problem}>申请人会看到这里写的原因；学员还会收到站内消息。</p>
      {invoiceNo && (
        <p className={classes.problem}>
          已登记发票号码 {invoiceNo}：退回后列入“待税务处理”，请登记它在税务系统中的结果。
        </p>
      )}
    </ReasonDialog>
  )
}

/** `red` contains the file id and number of the red invoice. */
export function ReverseInvoiceDialog({
  invoice,
  red,
  onClose,
}: DialogProps & { red?: { fileId: string; number: string } }) {
  const send = useReverseInvoice()
  const [changeAskedAt] = useState(invoice.change?.askedAt ?? null)
  const anew = invoice.change !== null && invoice.orderStatus === 'PAID'
  return (
    <FormDialog
      title="登记红冲"
      okText="确认已红冲"
      danger
      initialValues={{ redNo: red?.number ?? '', reason: reversalReason(invoice) }}
      send={(fields) => {
        const file = red ? { fileId: red.fileId } : {}
        return send.mutateAsync({ id: invoice.id, changeAskedAt, ...fields, ...file })
      }}
      done={{ title: '已登记红冲', text: anew ? '已按学员的换开申请生成新的待开票申请。' : '' }}
      onClose={onClose}
    >
      <p className={classes.problem}>
        {red
          ? '号码取自上传的红字发票文件，文件随登记保存。登记后不能撤回。'
          : '请先在税务系统开出红字发票，再登记它的号码。登记后不能撤回。'}
      </p>
      <InvoiceNumberField name="redNo" label="红字发票号码" />
      <ReasonField placeholder="如：抬头有误" />
    </FormDialog>
  )
}
