import type { CorrectionField } from '@ce/client/privacy.ts'
import { idNoProblem, idTypeNames } from '@ce/contract/id-paper'
import { certificateNoRule } from '@ce/contract/person'
import { correctedNameProblem } from '@ce/contract/person-name'
import { forgetAnswered } from '@ce/frame/form-refusal.ts'
import { checks, matches, needed, withoutSpaces } from '@ce/frame/form-rules.ts'
import { useSendingFiles } from '@ce/frame/student/course_reduce/use-evidence.ts'
import {
  type CorrectionForm,
  useCorrectionRequest,
} from '@ce/frame/student/privacy/use-requests.ts'
import {
  correctionFields,
  correctionWords,
  evidenceHint,
  fieldNames,
} from '@ce/frame/student/privacy/words.ts'
import { Alert, Form, Input, Modal, Select } from 'antd'
import { EvidenceField } from '../course_reduce/EvidenceField.tsx'
import classes from './Privacy.module.css'
import { useDialog } from './use-dialog.ts'

const idTypes = Object.entries(idTypeNames).map(([value, label]) => ({ value, label }))

interface CorrectionDialogProps {
  /** what has a request waiting: one of each */
  taken: readonly CorrectionField[]
  /** evidence is kept so long after the request is settled */
  keptDays: number
  onClose: () => void
}

/** Asks for one thing to be corrected: what is right, why, and what shows it. */
export function CorrectionDialog({ taken, keptDays, onClose }: CorrectionDialogProps) {
  const [form] = Form.useForm<CorrectionForm>()
  const { modal, problem, send } = useDialog(form, { first: 'value', onClose })
  const ask = useCorrectionRequest()
  const { onSending, requireAllSent } = useSendingFiles()
  const options = correctionFields(taken)
  const first = options.find(({ disabled }) => !disabled)?.value
  const submit = (values: CorrectionForm) =>
    send(async () => {
      requireAllSent()
      await ask(values)
    })
  return (
    <Modal {...modal} title="申请更正" okText="提交申请">
      <div role="alert">
        {problem && <Alert className={classes.gap} type="error" showIcon title={problem} />}
      </div>
      <Form
        form={form}
        name="correction-form"
        layout="vertical"
        onFinish={submit}
        onValuesChange={forgetAnswered(form)}
        scrollToFirstError={{ focus: true }}
        initialValues={{ ...(first ? { field: first } : {}), idType: 'ID_CARD', evidence: [] }}
      >
        <Form.Item name="field" label="更正的项目" rules={[needed(correctionWords.needsField)]}>
          <Select options={options} onChange={() => form.resetFields(['value'])} />
        </Form.Item>
        <ValueFields />
        <Form.Item
          name="reason"
          label="原因"
          rules={[needed('请填写原因'), { min: 2, max: 200, message: correctionWords.reason }]}
          validateTrigger="onBlur"
        >
          <Input.TextArea rows={2} maxLength={200} />
        </Form.Item>
        <Form.Item name="evidence" label={correctionWords.evidence} extra={evidenceHint(keptDays)}>
          <EvidenceField mostFiles={1} onSending={onSending} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** What is right, by the rules of registration. */
function ValueFields() {
  const field = Form.useWatch<CorrectionField | undefined>('field')
  const idType = Form.useWatch<string | undefined>('idType')
  const rules = {
    NAME: checks(correctedNameProblem),
    ID_NO: checks((value) => idNoProblem(idType ?? '', value)),
    CERTIFICATE_NO: matches(certificateNoRule),
  }
  return (
    <>
      {field === 'ID_NO' && (
        <Form.Item name="idType" label="证件类型">
          <Select options={idTypes} />
        </Form.Item>
      )}
      <Form.Item
        name="value"
        label={`正确的${field ? fieldNames[field] : '内容'}`}
        dependencies={['idType']}
        rules={[needed(correctionWords.needsValue), ...(field ? [rules[field]] : [])]}
        validateTrigger="onBlur"
        {...(field === 'NAME' ? {} : { normalize: withoutSpaces })}
      >
        <Input autoComplete="off" maxLength={60} />
      </Form.Item>
    </>
  )
}
