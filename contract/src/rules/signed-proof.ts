import { proofCodeNames } from './proof-codes.ts'
import { type PrintedProofData, requiredHoursText, roundToTenths } from './proof-fields.ts'

/** These fields are covered by the signature (docs/proof-format.md). */
export const signedFieldNames = {
  trial: '试用标注',
  code: proofCodeNames.code,
  number: proofCodeNames.number,
  year: '年度',
  name: '姓名',
  idTypeLabel: '证件类型',
  idNoMasked: '证件号码',
  certificateNo: '资格证书编号',
  employer: '执业单位',
  required: '要求学时',
  earned: '已修学时',
  entries: '学时明细',
  issuer: '发证机构',
  issuedOn: '发证日期',
} as const

export type SignedField = keyof typeof signedFieldNames

/** Results of comparing the stored proof with the signed one on the server. */
export const registeredVerdicts = ['GENUINE', 'REVOKED', 'REPLACED', 'ALTERED', 'NOT_FOUND'] as const

export interface SignedProof extends PrintedProofData {
  trial: boolean
  code: string
  number: string
  year: number
  nameHash: string
  entriesHash: string
  issuer: string
  issuedOn: string
}

interface Entry {
  subject: string
  source: string
  title: string
  hours: number
  date: string
}

/** The text whose SHA-256 hash is `entriesHash`. */
export function entriesTextToHash(entries: readonly Entry[]): string {
  return JSON.stringify(entries.map((e) => [e.subject, e.source, e.title, e.hours, e.date]))
}

/** The text whose SHA-256 hash is `nameHash`. Case is ignored. */
export function nameTextToHash(code: string, name: string): string {
  return `${code}|${name.toLowerCase()}`
}

/** A trial proof has its own version, so ordinary readers refuse it (decision 040). */
export function signedTextOf(proof: SignedProof): string {
  const { required, earned } = proof
  return JSON.stringify([
    proof.trial ? 2 : 1,
    proof.code,
    proof.number,
    proof.year,
    proof.nameHash,
    proof.idTypeLabel,
    proof.idNoMasked,
    proof.certificateNo,
    proof.employer,
    [required.professional, required.public],
    [earned.professional, earned.public],
    proof.entriesHash,
    proof.issuer,
    proof.issuedOn,
    ...(proof.trial ? ['TRIAL'] : []),
  ])
}

/** Returns null when the text is no proof or has a newer format. */
export function parseSignedText(text: string): SignedProof | null {
  const read = parse(text)
  if (!Array.isArray(read)) return null
  const fields: unknown[] = read
  const [version, code, number, year, nameHash, idTypeLabel, idNoMasked, certificateNo] = fields
  const [employer, required, earned, entriesHash, issuer, issuedOn] = fields.slice(8)
  const texts = {
    ...{ code, number, nameHash, idTypeLabel, idNoMasked, certificateNo, employer },
    ...{ entriesHash, issuer, issuedOn },
  }
  const buckets = { required: hoursOf(required), earned: hoursOf(earned) }
  if (!allTexts(texts) || typeof year !== 'number' || !buckets.required || !buckets.earned) return null
  const proof = {
    ...texts,
    year,
    required: buckets.required,
    earned: buckets.earned,
    trial: version === 2,
  }
  // A text that differs from what we would sign for the same proof is not accepted.
  return signedTextOf(proof) === text ? proof : null
}

export function findDifferingSignedFields(one: SignedProof, other: SignedProof): SignedField[] {
  const [a, b] = [comparable(one), comparable(other)]
  return signedFields.filter((field) => a[field] !== b[field])
}

/** Returns the text of a signed field, or null when only its hash is signed. */
export function signedFieldText(proof: SignedProof, field: SignedField): string | null {
  if (field === 'name' || field === 'entries') return null
  if (field === 'trial') return proof.trial ? '有' : '无'
  if (field === 'earned' || field === 'required') {
    const { professional, public: others } = proof[field]
    const words = field === 'earned' ? (hours: number) => `${roundToTenths(hours)} 学时` : requiredHoursText
    return `专业科目 ${words(professional)}，公需科目 ${words(others)}`
  }
  return String(proof[field]) || '—'
}

function isSignedField(name: string): name is SignedField {
  return Object.hasOwn(signedFieldNames, name)
}

export const signedFields = Object.keys(signedFieldNames).filter(isSignedField)

function comparable(proof: SignedProof): Record<SignedField, unknown> {
  const { required, earned, nameHash, entriesHash, ...fields } = proof
  return {
    ...fields,
    name: nameHash,
    entries: entriesHash,
    required: `${required.professional} ${required.public}`,
    earned: `${earned.professional} ${earned.public}`,
  }
}

function allTexts<Key extends string>(fields: Record<Key, unknown>): fields is Record<Key, string> {
  return Object.values(fields).every((value) => typeof value === 'string')
}

function hoursOf(bucket: unknown): { professional: number; public: number } | null {
  if (!Array.isArray(bucket)) return null
  const [professional, others]: unknown[] = bucket
  if (typeof professional !== 'number' || typeof others !== 'number') return null
  return { professional, public: others }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
