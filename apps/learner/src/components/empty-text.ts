/** A missing row and another student's row give the same text, so that nobody can probe for rows. */
const elsewhere = '它可能属于另一个账号，或地址输入有误。'

export const emptyScreenTexts = {
  grantYears: { title: '还没有可查询的年度', text: '年度计划公布后，这里会列出每年的学时。' },
  workbench: {
    title: '还没有可参加的培训年度',
    text: '协会发布年度培训计划后，这里会显示您的学时和下一步。',
  },
  signYears: {
    title: '还没有可报名的年度',
    text: '协会公布年度计划后，这里会列出报名时间和费用。',
  },
  noSuchYear: {
    title: '没有这个年度',
    text: '请从列表中选择开放报名的年度。',
    action: '查看全部年度',
  },
  courses: { title: '本年度课程尚未公布', text: '课程公布后即可报名，请稍后再来。' },
  myCourses: {
    title: '还没有报名任何年度',
    text: '报名并缴费后，课程会出现在这里。',
    action: '去报名',
  },
  noSuchSign: {
    title: '没有找到这个报名',
    text: elsewhere,
    action: '查看我的课程',
  },
  noSuchCourse: {
    title: '没有找到该课程',
    text: '它不在这次报名里，或地址输入有误。',
    action: '查看我的课程',
  },
  noSuchExam: { title: '没有找到这场考试', text: elsewhere, action: '查看我的课程' },
  noSuchAttempt: { title: '没有找到这次考试', text: elsewhere, action: '查看我的课程' },
  noSuchInvoice: { title: '没有找到这张发票', text: elsewhere, action: '查看我的发票' },
  noSuchProof: {
    title: '没有找到这份证明',
    text: elsewhere,
    action: '查看学时证明',
  },
  noSuchReduction: {
    title: '没有找到这份减免申请',
    text: elsewhere,
    action: '查看我的减免申请',
  },
  noLesson: {
    title: '没有选择课时',
    text: '请从课时页面的“学时来源”打开。',
    action: '返回学习',
  },
  invoices: {
    title: '没有发票',
    text: '订单支付后，可以在“我的订单”申请电子发票。',
    action: '去我的订单申请',
  },
  noOrder: {
    title: '没有可以开票的订单',
    text: '只有已支付且金额大于零的订单可以申请发票。',
    action: '返回我的订单',
  },
} as const
