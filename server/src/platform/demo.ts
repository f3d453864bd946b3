/** The accounts of the demo world, as printed at the start and refused by production (product §3, issue). */
export const demoAccounts = [
  { phone: '13800000001', state: 'imported, initial password not yet changed' },
  { phone: '13800000002', state: 'this year paid, half studied' },
  { phone: '13800000003', state: 'last year complete, proof issued' },
] as const

export const demoPassword = 'Demo@2026'
