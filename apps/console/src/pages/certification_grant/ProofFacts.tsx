import { Facts } from '@ce/client/components/Facts.tsx'
import { formatHours } from '@ce/client/format.ts'
import type { DeskProof } from '@ce/client/staff/certification_grant.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { proofCodeNames, spacedProofCode } from '@ce/contract/proof-codes'
import { demandWords } from '@ce/contract/proof-fields'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './ProofDesk.module.css'

/** Every field as it was signed. */
export function ProofFacts({ proof }: { proof: DeskProof }) {
  const mayStudent = usePermission('student.read')
  const hours = (subject: 'professional' | 'public') =>
    `${formatHours(proof.earned[subject])}（${demandWords(proof.required[subject])}）`
  const name = mayStudent ? (
    <Link to={paths.student(proof.studentId)}>{proof.name}</Link>
  ) : (
    proof.name
  )
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
    [proofCodeNames.code, spacedProofCode(proof.code)],
    ['签名', proof.signature === 'VALID' ? '有效' : '无效'],
    ['签名密钥', proof.keyId],
  ] as const
  return (
    <section className={classes.card} aria-labelledby="facts">
      <h2 id="facts">签发时的内容</h2>
      <Facts className={classes.facts} facts={facts} />
    </section>
  )
}
