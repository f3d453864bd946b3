import type { CorrectionField } from '@ce/client/privacy.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { type IdType, idNoProblem, idTypeNames } from '@ce/contract/id-paper'
import { privacyCorrectLimits } from '@ce/contract/learner-limits'
import { certificateNoRule } from '@ce/contract/person'
import { correctedNameProblem } from '@ce/contract/person-name'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { all, atLeast, matches, needed } from '@ce/ui/form/checks.ts'
import { ChoiceField } from '@ce/ui/form/choices.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { SelectField, TextAreaField, TextField } from '@ce/ui/form/inputs.tsx'
import { useFields } from '../../form/use-fields.ts'
import { EvidenceField } from '../course_reduce/EvidenceField.tsx'
import { filesIn, useSendingFiles } from '../course_reduce/use-evidence.ts'
import { useCorrectionRequest } from './use-requests.ts'
import { correctionFields, correctionWords, evidenceHint, fieldNames } from './words.ts'

type Values = {
  field: CorrectionField | ''
  idType: IdType
  value: string
  reason: string
  /** as JSON */
  evidence: string
}

const idTypes = Object.entries(idTypeNames).map(([value, label]) => ({ value, label }))

interface CorrectionSheetProps {
  /** what has a request waiting: one of each */
  taken: readonly CorrectionField[]
  /** evidence is kept so long after the request is settled */
  keptDays: number
  onClose: () => void
}

/** Asks for one thing to be corrected: what is right, why, and what shows it. */
export function CorrectionSheet({ taken, keptDays, onClose }: CorrectionSheetProps) {
  const ask = useCorrectionRequest()
  const { onSending, loss, requireAllSent } = useSendingFiles()
  const options = correctionFields(taken)
  const first = options.find(({ disabled }) => !disabled)?.value ?? ''
  const fields = useFields<Values>(
    { field: first, idType: 'ID_CARD', value: '', reason: '', evidence: '[]' },
    {
      field: needed(correctionWords.needsField),
      value: (value, values) =>
        needed(correctionWords.needsValue)(value) ?? valueProblem(value, values),
      reason: all(needed('请填写原因'), atLeast({ min: 2, message: correctionWords.reason })),
    },
    { draft: 'correction', limits: privacyCorrectLimits },
  )
  const { field } = fields.values
  const send = async (values: Values) => {
    if (values.field === '') return false
    requireAllSent()
    await ask({ ...values, field: values.field, evidence: filesIn(values.evidence) })
    onClose()
  }
  return (
    <Dialog form open title="申请更正" onClose={onClose}>
      <FieldsForm fields={fields} action="提交申请" submit={send} loss={loss}>
        <ChoiceField
          of={fields}
          name="field"
          label="更正的项目"
          required
          options={options}
          onChoose={(chosen) => {
            fields.set('field', chosen)
            fields.set('value', '')
          }}
        />
        {field === 'ID_NO' && (
          <SelectField of={fields} name="idType" label="证件类型" options={idTypes} />
        )}
        <TextField
          of={fields}
          name="value"
          label={`正确的${field ? fieldNames[field] : '内容'}`}
          required
          autoComplete="off"
          {...(field === 'NAME' ? {} : { normalize: withoutSpaces })}
        />
        <TextAreaField of={fields} name="reason" label="原因" required rows={2} />
        <EvidenceField
          label={correctionWords.evidence}
          hint={evidenceHint(keptDays)}
          mostFiles={1}
          files={filesIn(fields.values.evidence)}
          onChange={(files) => fields.set('evidence', JSON.stringify(files))}
          onSending={onSending}
          problem={undefined}
        />
      </FieldsForm>
    </Dialog>
  )
}

/** By the rules of registration. */
function valueProblem(value: string, { field, idType }: Values): string | null {
  if (field === 'NAME') return correctedNameProblem(value)
  if (field === 'ID_NO') return idNoProblem(idType, value)
  return matches(certificateNoRule)(value)
}
