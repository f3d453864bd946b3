import { checkProof, type ProofCheck, type ProofKey } from '@ce/client/proof-check.ts'
import { proofRows, verdictText } from '@ce/client/proof-check-text.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useLocation } from 'react-router'
import type { PublicProof, VerifyAnswer } from './load-verify.ts'
import { ProofEntries } from './ProofEntries.tsx'
import { ProofField } from './ProofField.tsx'
import { useMounted } from './use-mounted.ts'
import { VerifyName } from './VerifyName.tsx'

interface VerifiedProofProps {
  answer: VerifyAnswer
  proof: PublicProof
  keys: readonly ProofKey[]
}

/** The verdict first, then every printed field but the full name. */
export function VerifiedProof({ answer, proof, keys }: VerifiedProofProps) {
  const { hash } = useLocation()
  // the server never has the fragment: until scripts run, nothing is said about it
  const text = useMounted() ? hash : ''
  const check = checkProof({ text, keys, answer })
  return (
    <article className="verify-card" aria-labelledby="verdict">
      <Verdict check={check} />
      <VerifyName code={proof.code} />
      <dl className="verify-fields">
        {proofRows(proof, proof.nameMasked).map((field) => (
          <ProofField key={field.name} {...field} />
        ))}
        <ProofField
          name="数字签名"
          value={answer.signature === 'VALID' && answer.changed.length === 0 ? '有效' : '无效'}
        />
      </dl>
      <ProofEntries entries={proof.entries} />
    </article>
  )
}

function Verdict({ check }: { check: ProofCheck }) {
  const { tone, title, explanation } = verdictText(check)
  const looks = { GOOD: 'verify-good', WARNING: 'verify-trial', BAD: 'verify-bad' } as const
  const marks = { GOOD: 'done', WARNING: 'warning', BAD: 'error' } as const
  return (
    <div className={`verify-verdict ${looks[tone]}`} role={tone === 'BAD' ? 'alert' : undefined}>
      <h2 id="verdict">
        <StatusMark kind={marks[tone]}>{title}</StatusMark>
      </h2>
      <p>{explanation}</p>
    </div>
  )
}
