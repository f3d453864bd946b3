import type { AuditAction } from '@ce/contract'

/** What each action of the log is called, in the order the filter offers them. */
const words: Readonly<Record<AuditAction, string>> = {
  'staff.loggedIn': '登录',
  'staff.loggedOut': '退出登录',
  'staff.loginFailed': '登录失败：密码不对',
  'staff.codeRefused': '登录失败：动态口令不对',
  'staff.locked': '连续输错，账号锁定',
  'staff.created': '新建工作人员',
  'staff.updated': '修改工作人员',
  'staff.reset': '重置密码',
  'staff.passwordChanged': '修改自己的密码',
  'staff.passwordRefused': '密码验证失败',
  'staff.totpBegun': '开始绑定动态口令',
  'staff.totpBound': '绑定动态口令',
  'staff.totpRemoved': '解除动态口令',
  'poster.created': '新建内容',
  'poster.saved': '保存内容',
  'poster.published': '发布内容',
  'poster.withdrawn': '撤回内容',
  'poster.pinned': '置顶',
  'poster.unpinned': '取消置顶',
  'poster.removed': '删除草稿',
  'poster.restored': '恢复历史稿',
  'question.created': '新建试题',
  'question.saved': '修改试题',
  'question.enabled': '启用试题',
  'question.disabled': '停用试题',
  'question.exported': '导出题库',
  'exam.decisionAsked': '申请考试处置',
  'exam.decisionDone': '复核通过考试处置',
  'exam.decisionRefused': '驳回考试处置',
  'exam.extraTimeSet': '设置考试加时',
  'exam.extraTimeRemoved': '取消考试加时',
  'exam.appealAnswered': '答复考试申诉',
  'exam.timeCredited': '系统中断补时',
  'exam.sealedTaken': '收取断网封存的答案',
  'question_import.finished': '导入试题',
  'teaching.teacherSaved': '保存教师',
  'teaching.courseSaved': '保存课程',
  'teaching.draftSaved': '保存课程草稿',
  'teaching.draftDiscarded': '放弃课程草稿',
  'teaching.published': '发布课程',
  'teaching.withdrawn': '撤下课程',
  'teaching.restored': '课程重新上架',
  'plan.saved': '保存年度计划',
  'plan.opened': '开放年度计划',
  'plan.closed': '关闭年度计划',
  'poster_import.started': '导入内容',
  'first_page.siteInfoSaved': '修改站点信息',
  'first_page.textPublished': '发布协议文本',
  'first_page.swiperSaved': '保存轮播图',
  'first_page.swiperRemoved': '删除轮播图',
  'first_page.swipersOrdered': '轮播图排序',
  'first_page.friendlinkSaved': '保存友情链接',
  'first_page.friendlinkRemoved': '删除友情链接',
  'first_page.friendlinksOrdered': '友情链接排序',
  'file.uploaded': '上传文件',
  'hours.recorded': '录入公需学时',
  'student_desk.revealed': '查看完整证件号',
  'student_desk.passwordReset': '重置学员密码',
  'student_desk.unlocked': '解除学员锁定',
  'student_desk.sessionsEnded': '结束学员登录',
  'student_desk.corrected': '更正学员资料',
  'student_desk.mergeProposed': '申请合并账号',
  'student_desk.merged': '合并账号',
  'student_desk.mergeRejected': '驳回合并申请',
  'roster_import.finished': '批量导入学员或学时',
  'roster_import.passwordsTaken': '下载初始密码表',
  'capture_review.proposed': '提出核查建议',
  'capture_review.confirmed': '确认核查建议',
  'capture_review.rejected': '驳回核查建议',
  'exam.voided': '考试作废',
  'course.evaluated': '评价课程',
  'order.created': '下单',
  'order.paid': '支付成功',
  'order.revived': '关闭后到账，恢复订单',
  'order.closed': '关闭订单',
  'payment.mismatched': '支付通知与订单不符',
  'payment.refundBegun': '开始退款',
  'payment.refunded': '退款成功',
  'payment.refundFailed': '退款失败',
}

/** the value of a group is how its codes begin */
const groups = [
  { title: '工作人员', prefix: 'staff.' },
  { title: '内容', prefix: 'poster.' },
  { title: '批量导入', prefix: 'poster_import.' },
  { title: '题库', prefix: 'question.' },
  { title: '试题导入', prefix: 'question_import.' },
  { title: '教学', prefix: 'teaching.' },
  { title: '年度计划', prefix: 'plan.' },
  { title: '站点', prefix: 'first_page.' },
  { title: '文件', prefix: 'file.' },
  { title: '学员', prefix: 'student_desk.' },
  { title: '名册导入', prefix: 'roster_import.' },
  { title: '抓拍核查', prefix: 'capture_review.' },
  { title: '考试', prefix: 'exam.' },
  { title: '学时', prefix: 'hours.' },
  { title: '课程', prefix: 'course.' },
  { title: '订单', prefix: 'order.' },
  { title: '支付', prefix: 'payment.' },
]

/** The actions as the filter groups them. */
export const actionGroups = groups.map(({ title, prefix }) => ({
  title,
  prefix,
  actions: Object.entries(words)
    .filter(([action]) => action.startsWith(prefix))
    .map(([action, label]) => ({ action, label })),
}))

/** An action in Chinese; its code when this version does not know it. */
export function actionWords(action: string): string {
  return isKnown(action) ? words[action] : action
}

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(words, action)
}
