export const employerPaths = {
  members: (planId?: string) => (planId ? `/?plan=${planId}` : '/'),
  login: () => '/login',
  firstPassword: () => '/first-password',
  list: () => '/list',
  orders: () => '/orders',
  account: () => '/account',
} as const

export const employerBasePath = '/employer'
