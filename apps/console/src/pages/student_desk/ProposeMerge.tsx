import {
  mergeCheckQuery,
  type StudentHead,
  useProposeMerge,
} from '@ce/client/staff/student_desk.ts'
import { uuid } from '@ce/client/uuid.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Radio } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import { MergeStanding } from './MergeStanding.tsx'
import { differenceWords } from './words.ts'

interface ProposeMergeProps {
  student: StudentHead
  other: StudentHead
  onClose: () => void
}

interface Fields {
  keptId: string
  reason: string
}

/** Which of two accounts goes on; another member of staff decides. */
export function ProposeMerge({ student, other, onClose }: ProposeMergeProps) {
  const [form] = Form.useForm<Fields>()
  const [id] = useState(uuid)
  const propose = useProposeMerge()
  const both = [student, other]
  const differ = differenceWords(student, other)
  const otherOf = (keptId: string) => both.find((one) => one.id !== keptId)?.id ?? ''
  const chosen = Form.useWatch('keptId', form) ?? student.id
  const { data: standing } = useQuery(mergeCheckQuery(chosen, otherOf(chosen)))
  const send = async ({ keptId, reason }: Fields) => {
    const closedId = otherOf(keptId)
    await propose.mutateAsync({ id, keptId, closedId, reason })
    showNotice({ kind: 'success', title: '已提交合并申请', text: '由另一名工作人员确认后生效。' })
  }
  return (
    <FormDialog
      form={form}
      title="申请合并两个账号"
      okText="提交申请"
      initialValues={{ keptId: student.id, reason: '' }}
      send={send}
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
      {standing && <MergeStanding {...standing} />}
      <Reason placeholder="如：本人换手机号后重复注册，证书原件已核对" />
    </FormDialog>
  )
}
