import { refusals } from '@ce/contract'
import { printedSourceNames, subjectNames } from '@ce/contract/hours-names'
import { idTypeNames } from '@ce/contract/id-paper'
import { legalTextConsentLabels } from '@ce/contract/legal-text'
import { proofCodeNames } from '@ce/contract/proof-codes'
import { securityEventNames } from '@ce/contract/security-event-names'
import {
  appealStateNames,
  invoiceStateNames,
  orderStatusNames,
  payTypeNames,
  reductionStateNames,
  rehearsalLevelNames,
  submittedByNames,
} from '@ce/contract/state-names'
import type { AgreementDocument } from '../../../student/service.ts'

/** Payments use the state names of orders, except that PENDING is called CREATED. */
const { PENDING: CREATED, ...paymentNames } = orderStatusNames

export const dataCopyLabels = {
  yes: { true: '是', false: '否' },
  gender: { MALE: '男', FEMALE: '女' },
  idType: idTypeNames,
  document: {
    AGREEMENT: '用户协议',
    PRIVACY: '隐私政策',
    CAMERA_WITHDRAWN: '撤回摄像头核验同意',
  } satisfies Record<AgreementDocument, string>,
  way: legalTextConsentLabels,
  channel: { EMAIL: '邮件', SMS: '短信' },
  delivery: { WAITING: '等待发送', SENT: '已发出', FAILED: '没有发出', DROPPED: '已撤回同意' },
  mode: { CAMERA: '摄像头核验', MANUAL: '人工核验' },
  proof: proofCodeNames,
  subject: subjectNames,
  submittedBy: submittedByNames,
  source: printedSourceNames,
  reduction: reductionStateNames,
  step: {
    SUBMITTED: '提交',
    SUPPLEMENTED: '补正',
    WITHDRAWN: '撤回',
    FIRST_PASSED: '初审通过',
    APPROVED: '通过',
    RETURNED: '退回补正',
    REJECTED: '驳回',
    CHECKED: '抽查',
    REVERSED: '冲销',
  },
  payType: payTypeNames,
  order: orderStatusNames,
  payment: { CREATED, ...paymentNames },
  refund: { PENDING: '处理中', STUCK: '支付渠道受阻', FAILED: '支付渠道拒绝', DONE: '已退' },
  request: {
    OPEN: '待审核',
    APPROVED: '同意',
    REFUSED: '不同意',
    WITHDRAWN: '已撤回',
  },
  invitation: {
    INVITED: '等待本人答复',
    CONFIRMED: '已确认',
    DECLINED: '已谢绝',
    WITHDRAWN: '单位已撤回',
  },
  invoice: { ...invoiceStateNames, WITHDRAWN: '已撤回' },
  titleType: { PERSONAL: '个人', COMPANY: '企业', INSTITUTION: '机关事业单位' },
  purpose: {
    AVATAR: '头像',
    EVIDENCE: '佐证材料',
    CAPTURE: '考试抓拍',
    REHEARSAL: '考前自检试传',
    EXPORT: '个人信息副本',
  },
  field: { NAME: '姓名', ID_NO: '证件号', CERTIFICATE_NO: '资格证书编号' },
  appeal: appealStateNames,
  sound: rehearsalLevelNames,
  event: securityEventNames,
  refusal: Object.fromEntries(Object.entries(refusals).map(([key, { msg }]) => [key, msg])),
} as const
