import { type DeskStudent, useCorrectStudent } from '@ce/client/staff/student_desk.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { studentDeskCorrectLimits } from '@ce/contract/generated/staff-limits'
import { idNoProblem, idTypeNames } from '@ce/contract/id-paper'
import { certificateNoRule, phoneRule } from '@ce/contract/person'
import { nameProblem } from '@ce/contract/person-name'
import { quoteLetters } from '@ce/contract/waiting-text'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { ReasonField } from '../../components/Reason.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { contractFieldRule, problemRule, requiredRule } from '../../kit/form-rules.ts'
import { changedCorrectionFields, type StudentCorrectionFields, toCorrectionFields } from './correction-fields.ts'

interface Fields extends StudentCorrectionFields {
  reason: string
}

const idTypes = Object.entries(idTypeNames).map(([value, label]) => ({ value, label }))

/** Corrects the data of a student; an empty number field changes nothing. */
export function CorrectStudentDialog({ student, onClose }: { student: DeskStudent; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  // Keeps the data from the opening of the dialog, because the page may reload meanwhile.
  const [read] = useState(() => toCorrectionFields(student))
  const idType = Form.useWatch('idType', form) ?? student.idType
  const correct = useCorrectStudent()
  const proven = student.years.filter(({ proofState }) => proofState === 'ISSUED')
  const send = async ({ reason, ...fields }: Fields) => {
    const change = changedCorrectionFields(read, fields)
    const { reissued, unprintable } = await correct.mutateAsync({
      id: student.id,
      reason,
      ...change,
    })
    const said = [
      reissued.length > 0 && `已换发证明：${reissued.map(({ number }) => number).join('、')}。`,
      unprintable && `新姓名中的${quoteLetters(unprintable)}字打印字体里还没有，证明在补充字体后自动签发。`,
    ]
      .filter(Boolean)
      .join('')
    showNotice({
      kind: 'success',
      title: '已更正',
      ...(said ? { text: said } : {}),
    })
  }
  return (
    <FormDialog
      form={form}
      title={`更正资料：${student.name}`}
      okText="更正"
      initialValues={{ ...read, reason: '' }}
      send={send}
      onClose={onClose}
    >
      {proven.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`更正姓名、证件或证书编号会换发 ${proven.map(({ year }) => year).join('、')} 年度的学时证明`}
          description="原证明随即撤销，扫码可见撤销原因；新证明换新编号。请告诉本人重新下载。"
        />
      )}
      <Form.Item
        name="name"
        label="姓名"
        rules={[requiredRule('请填写姓名'), problemRule((value) => nameProblem(value, idType))]}
        dependencies={['idType']}
      >
        <Input maxLength={studentDeskCorrectLimits.name.maxLength} autoComplete="off" />
      </Form.Item>
      <Form.Item name="idType" label="证件类型">
        <Select options={idTypes} />
      </Form.Item>
      <Form.Item
        name="idNo"
        label="证件号"
        dependencies={['idType']}
        extra={`现为 ${student.idNoMasked}；不改就留空。`}
        normalize={withoutSpaces}
        rules={[problemRule((value) => idNoProblem(idType, value))]}
      >
        <Input maxLength={studentDeskCorrectLimits.idNo.maxLength} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="phone"
        label="手机号"
        extra={`现为 ${student.phoneMasked}；不改就留空。`}
        normalize={withoutSpaces}
        rules={[contractFieldRule(phoneRule)]}
      >
        <Input maxLength={studentDeskCorrectLimits.phone.maxLength} inputMode="tel" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="certificateNo"
        label="资格证书编号"
        normalize={withoutSpaces}
        rules={[requiredRule('请填写资格证书编号'), contractFieldRule(certificateNoRule)]}
      >
        <Input maxLength={studentDeskCorrectLimits.certificateNo.maxLength} autoComplete="off" />
      </Form.Item>
      <ReasonField placeholder="如：身份证原件显示为“峰”，注册时误写" />
    </FormDialog>
  )
}
