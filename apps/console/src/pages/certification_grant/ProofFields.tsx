import { DefinitionList } from '@ce/client/components/DefinitionList.tsx'
import { formatHours } from '@ce/client/format.ts'
import type { DeskProof } from '@ce/client/staff/certification_grant.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { formatProofCode, proofCodeNames } from '@ce/contract/proof-codes'
import { requiredHoursText } from '@ce/contract/proof-fields'
import { Link } from 'react-router'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { paths } from '../../paths.ts'

export function ProofFieldList({ proof }: { proof: DeskProof }) {
  const mayStudent = usePermission('student.read')
  const hours = (subject: 'professional' | 'public') =>
    `${formatHours(proof.earned[subject])}（${requiredHoursText(proof.required[subject])}）`
  const name = mayStudent ? <Link to={paths.student(proof.studentId)}>{proof.name}</Link> : proof.name
  const facts = [
    ['姓名', name],
    [proof.idTypeLabel, proof.idNoMasked],
    ['资格证书编号', proof.certificateNo],
    ['执业单位', proof.employer || '—'],
    ['年度', proof.year],
    [subjectNames.PROFESSIONAL, hours('professional')],
    [subjectNames.PUBLIC, hours('public')],
    ['发证机构', proof.issuer],
    ['发证日期', proof.issuedOn],
    [proofCodeNames.code, formatProofCode(proof.code)],
    ['签名', proof.signature === 'VALID' ? '有效' : '无效'],
    ['签名密钥', proof.keyId],
  ] as const
  return (
    <CardSection id="facts" title="签发时的内容">
      <DefinitionList className={cards.facts} facts={facts} />
    </CardSection>
  )
}
