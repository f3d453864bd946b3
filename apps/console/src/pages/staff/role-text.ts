const words: Readonly<Record<string, string>> = {
  SUPER_ADMIN: '全部权限，含账号与角色、操作日志',
  EDITOR: '编写、发布、撤回、导入内容；轮播图、友情链接、站点信息',
  ACADEMIC: '年度计划、课程、题库、学员、证明、用人单位、考场',
  REVIEWER: '学时减免、待核查的考试；作废考试须另有一人同意',
  FINANCE: '订单、退款、发票、与渠道账单的差异',
  AUDITOR: '查看操作日志和大部分页面，不能改动',
}

export function roleDescription(code: string): string | undefined {
  return words[code]
}
