import { formatDateTime, formatFen, formatHours } from '@ce/client/format.ts'
import type {
  Closing,
  Consents,
  Correction,
  CorrectionField,
  DataCopy,
} from '@ce/client/privacy.ts'
import { consentWayNames, textTitles } from '@ce/contract/legal-text'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

interface State {
  label: string
  kind: StatusKind
}

export const privacyTitle = '个人信息与隐私'
export const privacyIntro = '查阅、复制、更正您的个人信息，撤回同意，或注销账号。'

/** A copy of one's data. */
export const copyWords = {
  heading: '个人信息副本',
  explained:
    '平台保存的与您有关的全部信息，打包成一个 ZIP：可直接打开阅读的网页，和同样内容的数据文件。包括资料、协议、学习与考试、学时台账、减免、订单、发票、消息、证明和安全日志，以及您上传的头像、减免和更正的佐证材料。',
  title: '申请个人信息副本',
  warning: '副本里有完整的证件号、手机号等信息。请只在自己的设备上下载，不要转发给他人。',
} as const
export const copyStates: Readonly<Record<DataCopy['state'], State>> = {
  MAKING: { label: '正在整理，通常不到一分钟', kind: 'doing' },
  READY: { label: '可以下载', kind: 'done' },
  GONE: { label: '已到期删除', kind: 'locked' },
  FAILED: { label: '没有做成，请重新申请', kind: 'error' },
}
export const copiesLeft = (left: number): string =>
  left === 0
    ? '24 小时内的次数已用完，请稍后再来。'
    : `需要登录密码；24 小时内还可以申请 ${left} 次。`
export function copyTimes({ askedAt, state, deletedOn }: DataCopy): string {
  const gone = state === 'READY' && deletedOn ? `，${formatDateTime(deletedOn)} 自动删除` : ''
  return `${formatDateTime(askedAt)} 申请${gone}`
}

export const fieldNames: Readonly<Record<CorrectionField, string>> = {
  NAME: '姓名',
  ID_NO: '证件号',
  CERTIFICATE_NO: '资格证书编号',
}
const fields = ['NAME', 'ID_NO', 'CERTIFICATE_NO'] as const satisfies CorrectionField[]
/** What can be asked for; of what has a request waiting, no second one. */
export const correctionFields = (taken: readonly CorrectionField[]) =>
  fields.map((value) => {
    const disabled = taken.includes(value)
    const label = disabled ? `${fieldNames[value]}（已有申请在审核）` : fieldNames[value]
    return { value, label, disabled }
  })
export const correctionStates: Readonly<Record<Correction['state'], State>> = {
  OPEN: { label: '等待审核', kind: 'doing' },
  APPROVED: { label: '已更正', kind: 'done' },
  REFUSED: { label: '没有通过', kind: 'error' },
  WITHDRAWN: { label: '已撤回', kind: 'locked' },
}
export const correctionWords = {
  needsField: '请选择更正的项目',
  needsValue: '请填写正确的内容',
  /** what one may change alone stands there; between the two, the link */
  before: '联系方式、执业单位等可以在',
  link: '我的信息',
  after:
    '里自行修改。姓名、证件号和资格证书编号印在学时证明上，需要申请，由工作人员核实后更正；已有的证明会换发。',
  reason: '原因为 2–200 个字',
  evidence: '佐证材料（选填）',
} as const
export const evidenceHint = (keptDays: number): string =>
  `如证件或资格证书的照片，办结 ${keptDays} 天后删除。`

const documents: Readonly<Record<string, string>> = textTitles
const modes = { CAMERA: '摄像头核验', MANUAL: '人工核验' } as const

type Agreement = Consents['agreements'][number]
export const agreementText = ({ document, version }: Agreement): string =>
  `《${documents[document] ?? document}》${version} 版`
/** Of which exam rules; since when days are part of a version, for how many the pictures are kept by it. */
export function rulesVersion(version: string): string {
  const [text, days] = version.split('/')
  return `考试须知 ${text} 版${days ? `，照片保存 ${days} 天` : ''}`
}
export const agreementWay = ({ way }: Agreement): string => consentWayNames[way]
export const agreementState = ({ current }: Agreement): State =>
  current ? { label: '现行版本', kind: 'done' } : { label: '已有新版本', kind: 'locked' }
export const examConsentState = ({ mode, counts }: Consents['exams'][number]): State => ({
  label: `${modes[mode]}${counts ? '' : '（已改变）'}`,
  kind: counts ? 'done' : 'locked',
})
export const consentWords = {
  none: '还没有同意的记录。',
  camera:
    '每门课程考试前单独征求您的同意。撤回之后，以后的考试改为人工核验；正在进行的考试不变，已拍的照片照常在到期日删除。',
  withdraw: '撤回摄像头核验的同意',
  question: {
    title: '撤回摄像头核验的同意？',
    text: '以后的考试将由工作人员人工核验，成绩照常有效；核验不通过的会作废。考试前仍可以重新选择摄像头核验。',
    ok: '撤回同意',
    cancel: '取消',
  },
  withdrawn: { kind: 'success', title: '已撤回摄像头核验的同意' },
} as const
/** Why there is no consent to take back. */
export const noCamera = (withdrawnAt: Consents['cameraWithdrawnAt']): string =>
  withdrawnAt
    ? `已于 ${formatDateTime(withdrawnAt)} 撤回；下次考试选择摄像头核验即为重新同意。`
    : '目前没有有效的摄像头核验同意。'

/** Closing the account; `confirm` as the contract has it. */
export const closingWords = {
  erased: [
    '手机号、邮箱、地址、执业单位、学历等资料和头像',
    '考试抓拍、没有用上的佐证材料、站内消息、发票抬头、考试加时与自检记录',
    '全部登录；手机号和证件号可以重新注册',
  ],
  kept: [
    '学时台账、学时证明和支撑它们的学习、考试、减免记录：有学时的，姓名、证件号、资格证书编号一并保留；已公布的证明仍可查验',
    '订单、支付和发票：会计法规要求保存',
    '安全日志：网络安全法要求至少 180 天',
  ],
  obstacles: '现在还不能注销，请先办结：',
  ask: '申请注销账号',
  last: '期满后手机号、资料、照片和登录都会删除，不能恢复。需要留存的，请先下载个人信息副本和学时证明。',
  confirm: '注销账号',
} as const
/** What is lost with the account, a line for each year. */
export const lossText = ({ year, title, paid, paidBy, hours, hoursLeft, left }: Loss): string =>
  `${year} 年度（${title}）：${paidBy ? `${paidBy}为您缴费` : '已缴费'} ${formatFen(paid)}，${formatHours(hours)} 学时中有 ${formatHours(hoursLeft)} 学时没有学完，折合 ${formatFen(left)}`
export const lossWords = {
  title: (lost: number): string => `注销后将失去已缴费、还没有学完的部分，折合 ${formatFen(lost)}`,
  /** of an order that has given hours nothing goes back, and an employer's is the employer's to ask for */
  advice:
    '还没有取得学时的，可先在“我的订单”申请退款，退款到账后再申请注销；已取得学时的不能退款，单位代缴的由单位申请。',
  tick: (lost: number): string =>
    `我知道注销后不能再学，放弃没有学完的部分（折合 ${formatFen(lost)}）`,
  needsTick: '请核对金额后勾选确认',
} as const
type Loss = Closing['losses'][number]

export const coolingText = (coolingDays: number): string =>
  `申请后有 ${coolingDays} 天冷静期，期间账号照常使用，随时可以撤回；期满后执行，不能恢复，也不能再学习或退费。`
export function waitingText({ held, askedAt }: NonNullable<Closing['waiting']>): string {
  return held
    ? `上次没有执行：${held}。办结后自动注销，也可以撤回申请。`
    : `您在 ${formatDateTime(askedAt)} 申请。期满之前可以撤回，账号和数据都不受影响。`
}
