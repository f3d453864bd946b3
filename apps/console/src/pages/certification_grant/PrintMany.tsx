import { type ProofFilter, usePrintProofs } from '@ce/client/staff/certification_grant.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { parseDecimal } from '@ce/contract/decimal'
import { certificationGrantPrintLimits } from '@ce/contract/generated/staff-limits'
import { Button, Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { ReasonField } from '../../components/Reason.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { problemRule, yearInputProps, yearRule } from '../../kit/form-rules.ts'
import { PrintProgressDialog } from './PrintProgress.tsx'
import { parseCertificateNumbers } from './read-numbers.ts'

interface Fields {
  year: string
  keyword: string
  employer: string
  numbers: string
  reason: string
}

const numbersRule = problemRule((value) => {
  const { bad, numbers } = parseCertificateNumbers(value)
  if (bad.length > 0) return `不是资格证书编号：${bad.slice(0, 3).join('、')}`
  return numbers.length > 500 ? `共 ${numbers.length} 个编号，一次最多 500 个` : null
})
const says =
  '把符合下列全部条件的有效证明合成一个 PDF，一次最多 1000 份。证明上有姓名和单位，只交给本人或其单位；操作人、原因和份数写入操作日志，文件保留一天。'

export function PrintManyButton({ filter }: { filter: ProofFilter }) {
  const [open, setOpen] = useState(false)
  const [printId, setPrintId] = useState<string | null>(null)
  return (
    <>
      <Button onClick={() => setOpen(true)}>批量打印…</Button>
      {open && <PrintForm filter={filter} onPrinting={setPrintId} onClose={() => setOpen(false)} />}
      {printId && !open && <PrintProgressDialog id={printId} onClose={() => setPrintId(null)} />}
    </>
  )
}

interface PrintFormProps {
  filter: ProofFilter
  onPrinting: (id: string) => void
  onClose: () => void
}

function PrintForm({ filter, onPrinting, onClose }: PrintFormProps) {
  const run = usePrintProofs()
  // A repeat after a lost response must use the same id.
  const sent = useRef({ id: randomUuid(), wish: '' })
  const send = async (fields: Fields) => {
    const wish = wishOf(fields)
    const text = JSON.stringify(wish)
    if (sent.current.wish && sent.current.wish !== text) sent.current.id = randomUuid()
    sent.current.wish = text
    const { id } = await run.mutateAsync({ id: sent.current.id, ...wish })
    onPrinting(id)
  }
  const year = filter.year === undefined ? '' : String(filter.year)
  return (
    <FormDialog<Fields>
      title="批量打印学时证明"
      okText="开始合成"
      initialValues={{ year, keyword: filter.keyword ?? '', employer: '', numbers: '' }}
      send={send}
      onClose={onClose}
    >
      <p>{says}</p>
      <Form.Item name="year" label="年度" rules={[yearRule]}>
        <Input {...yearInputProps} />
      </Form.Item>
      <Form.Item name="keyword" label="姓名、资格证书编号或证明编号">
        <Input maxLength={certificationGrantPrintLimits.keyword.maxLength} />
      </Form.Item>
      <Form.Item name="employer" label="执业单位（证明上所写，可只写一部分）">
        <Input maxLength={certificationGrantPrintLimits.employer.maxLength} />
      </Form.Item>
      <Form.Item name="numbers" label="资格证书编号清单" rules={[numbersRule]} extra="可从表格整列粘贴，一行一个。">
        <Input.TextArea rows={4} />
      </Form.Item>
      <ReasonField placeholder="如：单位统一领取" />
    </FormDialog>
  )
}

function wishOf({ year, keyword, employer, numbers, reason }: Fields) {
  const list = parseCertificateNumbers(numbers).numbers
  return {
    reason,
    ...(year.trim() ? { year: String(parseDecimal(year.trim())) } : {}),
    ...(keyword.trim() ? { keyword: keyword.trim() } : {}),
    ...(employer.trim() ? { employer: employer.trim() } : {}),
    ...(list.length > 0 ? { numbers: list } : {}),
  }
}
