import type { Output } from '@ce/client/call.ts'
import { formatHours, formatHoursUnit } from '@ce/client/format.ts'

type Printed = Pick<Output<'GET /certification_grant/v1/info'>, 'earned' | 'required'>

/** One printed field of a proof; stands in a `dl`. */
export function ProofField({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** One bucket as a proof prints it: what is earned, and what was asked. */
export function printedHours(proof: Printed, bucket: 'professional' | 'public'): string {
  return `${formatHoursUnit(proof.earned[bucket])}（要求 ${formatHours(proof.required[bucket])}）`
}
