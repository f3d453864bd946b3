/** What `npm run verify` and the nightly job check, in the order in which they do it; the longest is the last. */
export const integrityCheckNames = [
  'KEYS',
  'SECRETS',
  'LEDGER',
  'DAILY_ROOTS',
  'ANSWER_LOGS',
  'PROOFS',
  'STUDY',
  'MONEY',
  'REFERENCES',
  'SEQUENCES',
  'FILES',
] as const

export type IntegrityCheckName = (typeof integrityCheckNames)[number]
