/** What each action of the log is called; grouped as the filter offers them. The value of a group is how its codes begin. */
export const actionGroups = [
  {
    title: '工作人员',
    prefix: 'staff.',
    actions: {
      'staff.login': '登录',
      'staff.logout': '退出登录',
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
    },
  },
  {
    title: '内容',
    prefix: 'poster.',
    actions: {
      'poster.create': '新建内容',
      'poster.save': '保存内容',
      'poster.publish': '发布内容',
      'poster.withdraw': '撤回内容',
      'poster.pin': '置顶或取消置顶',
      'poster.remove': '删除草稿',
      'poster.restore': '恢复历史稿',
    },
  },
  {
    title: '批量导入',
    prefix: 'poster_import.',
    actions: { 'poster_import.check': '检查导入包', 'poster_import.run': '导入内容' },
  },
  {
    title: '题库',
    prefix: 'question.',
    actions: {
      'question.create': '新建试题',
      'question.save': '修改试题',
      'question.enable': '启用试题',
      'question.disable': '停用试题',
      'question.export': '导出试题',
    },
  },
  {
    title: '试题导入',
    prefix: 'question_import.',
    actions: { 'question_import.run': '导入试题' },
  },
  {
    title: '站点',
    prefix: 'first_page.',
    actions: {
      'first_page.saveSiteInfo': '修改站点信息',
      'first_page.publishText': '发布协议文本',
      'first_page.saveSwiper': '保存轮播图',
      'first_page.removeSwiper': '删除轮播图',
      'first_page.orderSwipers': '轮播图排序',
      'first_page.saveFriendlink': '保存友情链接',
      'first_page.removeFriendlink': '删除友情链接',
      'first_page.orderFriendlinks': '友情链接排序',
    },
  },
  { title: '文件', prefix: 'file.', actions: { 'file.upload': '上传文件' } },
  { title: '学时', prefix: 'hours.', actions: { 'hours.record': '录入公需学时' } },
  { title: '课程', prefix: 'course.', actions: { 'course.evaluate': '评价课程' } },
  {
    title: '订单',
    prefix: 'order.',
    actions: { 'order.created': '下单', 'order.paid': '支付成功', 'order.closed': '关闭订单' },
  },
  {
    title: '支付',
    prefix: 'payment.',
    actions: { 'payment.mismatch': '支付通知与订单不符', 'payment.refund': '退款' },
  },
] as const

const words = new Map<string, string>(
  actionGroups.flatMap(({ actions }) => Object.entries(actions)),
)

/** An action in Chinese; its code when this version does not know it. */
export function actionWords(action: string): string {
  return words.get(action) ?? action
}
