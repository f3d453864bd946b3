import type { CheckedProofField, ProofCheck } from '@ce/client/proof-check.ts'
import { type ProofVerdictText, proofVerdictIcons, proofVerdictText } from '@ce/client/proof-check-text.ts'
import { DatedText } from '@ce/ui/Dated.tsx'

const looks: Record<ProofVerdictText['tone'], string> = {
  GOOD: 'verify-good',
  WARNING: 'verify-warning',
  BAD: 'verify-bad',
}

export function VerifyVerdict({ check }: { check: ProofCheck }) {
  const { tone, title, explanation } = proofVerdictText(check)
  return (
    <div className={`verify-verdict ${looks[tone]} ${check.trial ? 'verify-trial' : ''}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={proofVerdictIcons[tone]} />
      </svg>
      <h1 id="verdict">{title}</h1>
      <p>
        <DatedText>{explanation}</DatedText>
      </p>
    </div>
  )
}

/** Shows scanned and registered values, but only of fields that differ. */
export function VerifyDifferences({ check }: { check: ProofCheck }) {
  const fields = check.fields.filter(({ same }) => same === false)
  if (fields.length === 0) return null
  return (
    <section className="verify-differences" aria-labelledby="differences">
      <h2 id="differences">不一致的项目</h2>
      <dl>
        {fields.map((field) => (
          <div key={field.field}>
            <dt>{field.name}</dt>
            {differenceLines(field).map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}

function differenceLines({ scanned, registered }: CheckedProofField): string[] {
  const lines = [
    ...(scanned === null ? [] : [`二维码：${scanned}`]),
    ...(registered === null ? [] : [`登记：${registered}`]),
  ]
  return lines.length > 0 ? lines : ['与登记的内容不同']
}
