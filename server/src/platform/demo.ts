export const demoAccounts = [
  { phone: '13800000001', state: 'imported, initial password not yet changed' },
  { phone: '13800000002', state: 'this year paid, half studied' },
  { phone: '13800000003', state: 'last year complete, proof issued' },
] as const

export const demoStaff = [
  { username: 'admin', name: '管理员', role: 'SUPER_ADMIN', state: 'super administrator' },
  { username: 'editor', name: '编辑员', role: 'EDITOR', state: 'editor of the contents' },
  { username: 'academic', name: '教务员', role: 'ACADEMIC', state: 'students, question bank' },
  { username: 'finance', name: '财务员', role: 'FINANCE', state: 'orders, refunds, invoices' },
  { username: 'reviewer', name: '审核员', role: 'REVIEWER', state: 'captures, reductions' },
  { username: 'auditor', name: '审计员', role: 'AUDITOR', state: 'auditor' },
] as const

export const demoEmployer = {
  creditCode: '91330100MA2DEM1004',
  name: '江州示例大药房连锁有限公司',
  state: 'employer with a list of this year, /employer',
} as const

export const demoPassword = 'Demo@2026'
