import { decodeBase64, saveFile } from '@ce/client/save-as.ts'
import { useRegulatorExport } from '@ce/client/staff/certification_grant.ts'
import { parseDecimal } from '@ce/contract/decimal'
import { showNotice } from '@ce/ui/notices.ts'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { ReasonField } from '../../components/Reason.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { requiredRule, yearInputProps, yearRule } from '../../kit/form-rules.ts'

interface Fields {
  year: string
  reason: string
}

const says =
  '文件里有全部学员的姓名、完整证件号、资格证书编号和各科学时，只报送主管部门，用后删除。导出人、原因和人数写入操作日志。'

export function RegulatorExport({ year }: { year: number | undefined }) {
  const [open, setOpen] = useState(false)
  const [form] = Form.useForm<Fields>()
  const run = useRegulatorExport()
  return (
    <>
      <Button onClick={() => setOpen(true)}>导出报送…</Button>
      {open && (
        <FormDialog<Fields>
          form={form}
          title="向主管部门导出学时"
          okText="导出"
          initialValues={{ year: year === undefined ? '' : String(year), reason: '' }}
          send={async (fields) => {
            const input = { year: parseDecimal(fields.year.trim()), reason: fields.reason }
            const { name, mime, content, people } = await run.mutateAsync(input)
            saveFile(new Blob([decodeBase64(content)], { type: mime }), name)
            showNotice({ kind: 'success', title: `已导出 ${people} 人` })
          }}
          onClose={() => setOpen(false)}
        >
          <p>{says}</p>
          <Form.Item name="year" label="年度" rules={[requiredRule('请填写年度'), yearRule]}>
            <Input {...yearInputProps} />
          </Form.Item>
          <ReasonField placeholder="如：按主管部门来函报送" />
        </FormDialog>
      )}
    </>
  )
}
