import { subjectNames } from './hours-names.ts'

interface Hours {
  professional: number
  public: number
}

export interface PrintedProofData {
  idTypeLabel: string
  idNoMasked: string
  certificateNo: string
  employer: string
  earned: Hours
  required: Hours
}

/** Keeps a figure and its unit on one line. */
const unit = '\u00a0学时'

/** Fields shown on the paper and on both proof pages; the public page masks the name. */
export function printedProofFields(proof: PrintedProofData, name: string): { name: string; value: string }[] {
  const { earned, required } = proof
  const hours = (bucket: keyof Hours) =>
    `${roundToTenths(earned[bucket])}${unit}（${requiredHoursText(required[bucket])}）`
  return [
    { name: '姓名', value: name },
    { name: proof.idTypeLabel, value: proof.idNoMasked },
    { name: '资格证书编号', value: proof.certificateNo },
    { name: '执业单位', value: proof.employer || '—' },
    { name: subjectNames.PROFESSIONAL, value: hours('professional') },
    { name: subjectNames.PUBLIC, value: hours('public') },
    { name: '合计', value: `${roundToTenths(earned.professional + earned.public)}${unit}` },
  ]
}

export function requiredHoursText(required: number): string {
  return required > 0 ? `要求 ${roundToTenths(required)}` : '不要求'
}

export function roundToTenths(hours: number): number {
  return Math.round(hours * 10) / 10
}
