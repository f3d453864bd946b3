import type { CheckedField, ProofCheck } from '@ce/client/proof-check.ts'
import { type VerdictText, verdictSigns, verdictText } from '@ce/client/proof-check-text.ts'
import { Dated } from '@ce/ui/Dated.tsx'

const looks: Record<VerdictText['tone'], string> = {
  GOOD: 'verify-good',
  WARNING: 'verify-warning',
  BAD: 'verify-bad',
}

/** The verdict in a sign, words and colour; of a trial's proof its stripes say at once that it counts for nothing. */
export function VerifyVerdict({ check }: { check: ProofCheck }) {
  const { tone, title, explanation } = verdictText(check)
  return (
    <div className={`verify-verdict ${looks[tone]} ${check.trial ? 'verify-trial' : ''}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={verdictSigns[tone]} />
      </svg>
      <h1 id="verdict">{title}</h1>
      <p>
        <Dated>{explanation}</Dated>
      </p>
    </div>
  )
}

/** What the QR says and what is registered, of each field in which they differ. */
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

function differenceLines({ scanned, registered }: CheckedField): string[] {
  const lines = [
    ...(scanned === null ? [] : [`二维码：${scanned}`]),
    ...(registered === null ? [] : [`登记：${registered}`]),
  ]
  return lines.length > 0 ? lines : ['与登记的内容不同']
}
