import type { Output } from '@ce/client/call.ts'
import { formatDate, subjectNames } from '@ce/client/format.ts'
import type { FragmentCheck } from '@ce/client/proof-fragment.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { FormEvent } from 'react'
import { ProofEntries } from './ProofEntries.tsx'
import { ProofField, printedHours } from './ProofField.tsx'

type Proof = Output<'GET /certification_grant/v1/verify'>

interface VerifiedProofProps {
  proof: Proof
  fragment: FragmentCheck
  checkName: (name: string) => void
}

/** The verdict first, then every printed field but the full name. */
export function VerifiedProof({ proof, fragment, checkName }: VerifiedProofProps) {
  return (
    <article className="verify-card" aria-labelledby="verdict">
      <Verdict proof={proof} fragment={fragment} />
      <NameCheck proof={proof} checkName={checkName} />
      <dl className="verify-fields">
        <ProofField name="证明编号" value={proof.number} />
        <ProofField name="年度" value={`${proof.year} 年度`} />
        <ProofField name="姓名" value={proof.nameMasked} />
        <ProofField name={proof.idTypeLabel} value={proof.idNoMasked} />
        <ProofField name="资格证书编号" value={proof.certificateNo} />
        <ProofField name="执业单位" value={proof.employer || '—'} />
        <ProofField name={subjectNames.PROFESSIONAL} value={printedHours(proof, 'professional')} />
        <ProofField name={subjectNames.PUBLIC} value={printedHours(proof, 'public')} />
        <ProofField name="发证机构" value={proof.issuer} />
        <ProofField name="发证日期" value={proof.issuedOn} />
        <ProofField name="数字签名" value={proof.signature === 'VALID' ? '有效' : '无效'} />
      </dl>
      <ProofEntries entries={proof.entries} />
    </article>
  )
}

function Verdict({ proof, fragment }: { proof: Proof; fragment: FragmentCheck }) {
  if (proof.signature === 'INVALID' || fragment === 'DIFFERENT')
    return (
      <h2 id="verdict" className="verify-verdict verify-bad" role="alert">
        <StatusMark kind="error">
          {fragment === 'DIFFERENT'
            ? '二维码内容与登记不一致，请勿采信'
            : '签名校验未通过，请勿采信'}
        </StatusMark>
      </h2>
    )
  if (proof.state === 'REVOKED')
    return (
      <h2 id="verdict" className="verify-verdict verify-bad" role="alert">
        <StatusMark kind="error">
          已于 {formatDate(proof.revokedAt)} 撤销：{proof.revokeReason}
        </StatusMark>
      </h2>
    )
  return (
    <h2 id="verdict" className="verify-verdict verify-good">
      <StatusMark kind="done">证明真实有效</StatusMark>
    </h2>
  )
}

function NameCheck({ proof, checkName }: { proof: Proof; checkName: (name: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name) checkName(name)
  }
  return (
    <form className="verify-form" onSubmit={submit}>
      <label htmlFor="verify-name">核对姓名（填写证明上印的姓名）</label>
      <div className="verify-row">
        <input id="verify-name" name="name" autoComplete="off" maxLength={60} />
        <button type="submit" className="site-button site-button-quiet">
          核对
        </button>
      </div>
      <p aria-live="polite">
        {proof.nameMatches === true && <StatusMark kind="done">姓名一致</StatusMark>}
        {proof.nameMatches === false && <StatusMark kind="error">姓名不一致</StatusMark>}
      </p>
    </form>
  )
}
