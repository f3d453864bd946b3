import { subjectNames } from './hours-names.ts'

interface Hours {
  professional: number
  public: number
}

/** What the fields of a proof are made of. */
export interface PrintedProof {
  idTypeLabel: string
  idNoMasked: string
  certificateNo: string
  employer: string
  earned: Hours
  required: Hours
}

/** no line ends between a figure and its unit */
const unit = '\u00a0学时'

/**
 * What a proof prints of a person and their hours, in its order: the paper, its student's page and the public one say the same of it, but
 * for the name, which the public one masks.
 */
export function printedFields(
  proof: PrintedProof,
  name: string,
): { name: string; value: string }[] {
  const { earned, required } = proof
  const hours = (bucket: keyof Hours) =>
    `${tenths(earned[bucket])}${unit}（${demandWords(required[bucket])}）`
  return [
    { name: '姓名', value: name },
    { name: proof.idTypeLabel, value: proof.idNoMasked },
    { name: '资格证书编号', value: proof.certificateNo },
    { name: '执业单位', value: proof.employer || '—' },
    { name: subjectNames.PROFESSIONAL, value: hours('professional') },
    { name: subjectNames.PUBLIC, value: hours('public') },
    { name: '合计', value: `${tenths(earned.professional + earned.public)}${unit}` },
  ]
}

/** What a year asks of a bucket. */
export function demandWords(required: number): string {
  return required > 0 ? `要求 ${tenths(required)}` : '不要求'
}

/** hours with at most one decimal */
export function tenths(hours: number): number {
  return Math.round(hours * 10) / 10
}
