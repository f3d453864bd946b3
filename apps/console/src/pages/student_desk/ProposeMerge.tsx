import type { StudentSummary } from '@ce/client/staff/student_desk.ts'
import { mergeCheckQuery, useProposeMerge } from '@ce/client/staff/student_desk.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Radio } from 'antd'
import { useState } from 'react'
import { ReasonField } from '../../components/Reason.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { accountDifferenceText } from './labels.ts'
import { MergeConsequences } from './MergeConsequences.tsx'

interface ProposeMergeProps {
  student: StudentSummary
  other: StudentSummary
  onClose: () => void
}

interface Fields {
  keptId: string
  reason: string
}

export function ProposeMergeDialog({ student, other, onClose }: ProposeMergeProps) {
  const [form] = Form.useForm<Fields>()
  const [id] = useState(randomUuid)
  const propose = useProposeMerge()
  const both = [student, other]
  const differ = accountDifferenceText(student, other)
  const otherOf = (keptId: string) => both.find((one) => one.id !== keptId)?.id ?? ''
  const chosen = Form.useWatch('keptId', form) ?? student.id
  const { data: standing } = useQuery(mergeCheckQuery(chosen, otherOf(chosen)))
  const send = ({ keptId, reason }: Fields) => {
    const closedId = otherOf(keptId)
    return propose.mutateAsync({ id, keptId, closedId, reason })
  }
  return (
    <FormDialog
      form={form}
      title="申请合并两个账号"
      okText="提交申请"
      initialValues={{ keptId: student.id, reason: '' }}
      send={send}
      done={{ title: '已提交合并申请', text: '由另一名工作人员确认后生效。' }}
      onClose={onClose}
    >
      <p>
        合并后，另一个账号的报名、订单、考试和学时都转到保留的账号；学时在原账号冲销、在保留的账号重新记入。另一个账号关闭，不能再登录，不能撤回。
      </p>
      <Form.Item name="keptId" label="保留哪个账号">
        <Radio.Group
          vertical
          options={both.map((one) => ({
            value: one.id,
            label: `${one.name}，${one.phoneMasked}，${one.idNoMasked}`,
          }))}
        />
      </Form.Item>
      {differ && <Alert type="warning" showIcon title={differ} />}
      {standing && <MergeConsequences {...standing} />}
      <ReasonField placeholder="如：本人换手机号后重复注册，证书原件已核对" />
    </FormDialog>
  )
}
