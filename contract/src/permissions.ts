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
  'teaching.read': '查看教师、课程与年度计划',
  'teaching.edit': '编辑教师、课程与年度计划',
  'teaching.publish': '发布与撤下课程，开放与关闭年度计划',
  'study.read': '查看学员学习记录',
  'student.read': '查看学员',
  'student.edit': '重置密码、解锁、更正学员资料',
  'student.reveal': '查看学员完整证件号与手机号',
  'student.merge': '合并重复的学员账号',
  'student.import': '批量导入学员与公需学时',
  'capture.review': '核查考试抓拍',
  'proof.read': '查看学时证明',
  'proof.decide': '撤销与重新签发学时证明',
  'proof.export': '向主管部门导出学时（含完整证件号）',
  'exam.read': '查看考场、申诉与自检',
  'exam.decide': '考试处置：延时、作废、重置、加时与申诉答复',
  'site.edit': '维护轮播、友情链接与站点信息',
} as const

export type Permission = keyof typeof permissions
