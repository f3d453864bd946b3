import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { restoreFocusNear } from '@ce/client/components/restore-focus.ts'
import { formatDateTime } from '@ce/client/format.ts'
import type { DataCorrection, DataCorrectionField } from '@ce/client/privacy.ts'
import { correctionsQuery, useRequestCorrection, useWithdrawCorrection } from '@ce/client/privacy.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { privacyCorrectLimits } from '@ce/contract/generated/learner-limits'
import { type IdType, idNoProblem, idTypeNames } from '@ce/contract/id-paper'
import { certificateNoRule } from '@ce/contract/person'
import { correctedNameProblem } from '@ce/contract/person-name'
import { Button } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { firstProblem, matchesRule, minLength, notBlank } from '@ce/ui/form/checks.ts'
import { ChoiceField } from '@ce/ui/form/choices.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { SelectField, TextAreaField, TextField } from '@ce/ui/form/inputs.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { useFields } from '../../form/use-fields.ts'
import { paths } from '../../paths.ts'
import { EvidenceField } from '../course_reduce/EvidenceField.tsx'
import { parseEvidenceFiles, useEvidenceUploadGuard } from '../course_reduce/use-evidence.ts'
import classes from './Privacy.module.css'

const fieldNames: Readonly<Record<DataCorrectionField, string>> = {
  NAME: '姓名',
  ID_NO: '证件号',
  CERTIFICATE_NO: '资格证书编号',
}
const fieldOrder = ['NAME', 'ID_NO', 'CERTIFICATE_NO'] as const satisfies DataCorrectionField[]

/** Requests corrections of fields that students cannot change themselves. */
export function CorrectionsSection() {
  const query = useQuery(correctionsQuery())
  const [asking, setAsking] = useState(false)
  return (
    <section className={card.card} aria-labelledby="corrections">
      <h2 id="corrections">更正</h2>
      <p>
        联系方式、执业单位等可以在<Link to={paths.myInfo()}>我的信息</Link>
        里自行修改。姓名、证件号和资格证书编号印在学时证明上，需要申请，由工作人员核实后更正；已有的证明会换发。
      </p>
      <QueryContent query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {({ list, keptDays }) => (
          <>
            {list.length > 0 && (
              <ul className={classes.rows}>
                {list.map((correction) => (
                  <Row key={correction.id} correction={correction} />
                ))}
              </ul>
            )}
            <Button kind="quiet" className={classes.act} onClick={() => setAsking(true)}>
              申请更正
            </Button>
            {asking && (
              <CorrectionDialog
                waiting={list.filter(({ state }) => state === 'OPEN').map(({ field }) => field)}
                keptDays={keptDays}
                onClose={() => setAsking(false)}
              />
            )}
          </>
        )}
      </QueryContent>
    </section>
  )
}

const states: Readonly<Record<DataCorrection['state'], { label: string; kind: StatusKind }>> = {
  OPEN: { label: '等待审核', kind: 'doing' },
  APPROVED: { label: '已更正', kind: 'done' },
  REFUSED: { label: '没有通过', kind: 'error' },
  WITHDRAWN: { label: '已撤回', kind: 'locked' },
}

function Row({ correction: { id, field, value, state, askedAt, note } }: { correction: DataCorrection }) {
  const withdraw = useWithdrawCorrection()
  const { label, kind } = states[state]
  const takeBack = async () => {
    await withdraw.mutateAsync({ id })
    showNotice({ kind: 'success', title: `已撤回${fieldNames[field]}的更正申请` })
  }
  return (
    <li>
      <div>
        {fieldNames[field]}更正为“{value}” <StatusMark kind={kind}>{label}</StatusMark>
        <p className={card.quiet}>
          <DatedText>{formatDateTime(askedAt)} 申请</DatedText>
        </p>
        {note && <p>审核意见：{note}</p>}
      </div>
      {state === 'OPEN' && (
        <Button
          kind="quiet"
          busy={withdraw.isPending}
          aria-label={`撤回${fieldNames[field]}的更正申请`}
          onClick={() => restoreFocusNear(takeBack())}
        >
          撤回
        </Button>
      )}
    </li>
  )
}

type Values = {
  field: DataCorrectionField | ''
  idType: IdType
  value: string
  reason: string
  /** The uploaded evidence files as JSON. */
  evidence: string
}

const idTypes = Object.entries(idTypeNames).map(([value, label]) => ({ value, label }))

interface CorrectionDialogProps {
  /** Fields that have an open request; each field allows one. */
  waiting: readonly DataCorrectionField[]
  /** The number of days for which evidence is kept after the decision. */
  keptDays: number
  onClose: () => void
}

function CorrectionDialog({ waiting, keptDays, onClose }: CorrectionDialogProps) {
  // Keep the id, so that a repeated press sends the same request.
  const [id] = useState(randomUuid)
  const ask = useRequestCorrection()
  const { onSending, loss, requireAllSent } = useEvidenceUploadGuard()
  const options = fieldOrder.map((value) => {
    const disabled = waiting.includes(value)
    const label = disabled ? `${fieldNames[value]}（已有申请在审核）` : fieldNames[value]
    return { value, label, disabled }
  })
  const first = options.find(({ disabled }) => !disabled)?.value ?? ''
  const fields = useFields<Values>(
    { field: first, idType: 'ID_CARD', value: '', reason: '', evidence: '[]' },
    {
      field: notBlank('请选择更正的项目'),
      value: (value, values) => notBlank('请填写正确的内容')(value) ?? valueProblem(value, values),
      reason: firstProblem(notBlank('请填写原因'), minLength({ min: 2, message: '原因为 2–200 个字' })),
    },
    { draft: 'correction', limits: privacyCorrectLimits },
  )
  const { field } = fields.values
  const send = async ({ field, idType, value, reason, evidence }: Values) => {
    if (field === '') return false
    requireAllSent()
    const [file] = parseEvidenceFiles(evidence)
    const more = {
      ...(field === 'ID_NO' ? { idType } : {}),
      ...(file ? { fileId: file.fileId } : {}),
    }
    await ask.mutateAsync({ id, field, value, reason, ...more })
    showNotice({ kind: 'success', title: '已提交', text: '结果会发站内消息。' })
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
        {field === 'ID_NO' && <SelectField of={fields} name="idType" label="证件类型" options={idTypes} />}
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
          label="佐证材料（选填）"
          hint={`如证件或资格证书的照片，办结 ${keptDays} 天后删除。`}
          mostFiles={1}
          files={parseEvidenceFiles(fields.values.evidence)}
          onChange={(files) => fields.set('evidence', JSON.stringify(files))}
          onSending={onSending}
          problem={undefined}
        />
      </FieldsForm>
    </Dialog>
  )
}

/** Checks the corrected value by the rules of registration. */
function valueProblem(value: string, { field, idType }: Values): string | null {
  if (field === 'NAME') return correctedNameProblem(value)
  if (field === 'ID_NO') return idNoProblem(idType, value)
  return matchesRule(certificateNoRule)(value)
}
