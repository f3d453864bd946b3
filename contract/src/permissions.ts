/** What a member of staff may be allowed to do. Which role holds which is data (table role_permission). */
export const permissions = {
  'staff.manage': '管理工作人员账号与角色',
  'audit.read': '查看操作日志',
  'poster.read': '查看内容',
  'poster.edit': '编辑内容',
  'poster.publish': '发布与撤回内容',
  'poster.import': '批量导入内容',
  'question.read': '查看题库',
  'question.edit': '编辑、导入与导出试题',
  'exam.read': '查看考场、申诉与自检',
  'exam.decide': '考试处置：延时、作废、重置、加时与申诉答复',
  'site.edit': '维护轮播、友情链接与站点信息',
} as const

export type Permission = keyof typeof permissions
