/** What `npm run verify` and the nightly job check, in the order in which they do it; the longest is the last. */
export const integrityCheckNames = [
  'KEYS',
  'SECRETS',
  'LEDGER',
  'DAILY_ROOTS',
  'ANSWER_LOGS',
  'PROOFS',
  'STUDY',
  'SEALED_MONTHS',
  'MONEY',
  'REFERENCES',
  'SEQUENCES',
  'FILES',
] as const

export type IntegrityCheckName = (typeof integrityCheckNames)[number]

/** Days without a complete round after which a check is late. Reading all files may take many nights. */
export function integrityLateDays(name: IntegrityCheckName): number {
  return name === 'FILES' ? 60 : 3
}
