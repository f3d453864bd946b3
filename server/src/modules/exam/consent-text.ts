import { formatMinutes } from '@ce/contract/reading'

/**
 * When the meaning changes, raise the setting `exam.consentVersion` so that everybody is asked again
 * (docs/rules/exam.md#consent).
 */
export function examConsentTextOf(rules: {
  seconds: number
  extraPercent: number
  captures: number
  captureKeepDays: number
}): string[] {
  const extra = rules.extraPercent > 0 ? `（已含为您延长的 ${rules.extraPercent}%）` : ''
  return [
    `考试时长 ${formatMinutes(rules.seconds)} 分钟${extra}，从点击“开始考试”起由服务器计时。关闭页面、断网或更换设备都不会暂停计时，期间可随时回来继续作答。`,
    '每次作答都会立即自动保存；断网时先保存在本机，恢复后自动补传。到时未交卷的，系统以已保存的答案自动交卷。',
    '多选题须全部选对才得分，多选、少选、错选均不得分；未作答的题不得分。',
    `为核验是否本人参考，选择“摄像头核验”时，本页面会使用您的摄像头，在考试开始时拍摄 1 张照片，并在考试中的随机时刻再拍摄 ${rules.captures} 张。只拍静态照片，不录像、不录音，不做人脸自动识别。`,
    `照片仅供主管协会的核验人员查看，用于判断是否本人参考，不作其他用途，也不对外公开；保存 ${rules.captureKeepDays} 天后自动删除。`,
    '个别照片未能拍摄或上传不会中断考试，也不影响本次成绩，该次考试会标记为“待核查”，由工作人员核实。',
    '没有摄像头或不愿使用摄像头的，可以选择“人工核验”：不拍摄任何照片，照常考试和出分，该次考试标记为“待核查”，工作人员可能通过电话等方式向您核实。',
    '经核查确认非本人参考的，该次成绩作废，已计入的学时将被撤销。',
  ]
}

interface ConsentFigures {
  'exam.consentVersion': string
  'exam.captureKeepDays': number
}

/** The consent version contains the storage days, so that a changed number asks for consent again. */
export function examConsentVersionOf({
  'exam.consentVersion': text,
  'exam.captureKeepDays': days,
}: ConsentFigures): string {
  return `${text}/${days}`
}

/** Returns null for old consents that did not name a number of days. */
export function agreedStorageDays(version: string): number | null {
  const days = /\/(\d+)$/.exec(version)?.[1]
  return days === undefined ? null : Number(days)
}
