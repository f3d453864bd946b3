/** Every link of the employers' pages, below /employer. */
export const employerPaths = {
  /** of a year's plan, or of the one that is open now */
  members: (planId?: string) => (planId ? `/?plan=${planId}` : '/'),
  login: () => '/login',
  /** where who still has the one-time password must go first */
  firstPassword: () => '/first-password',
  list: () => '/list',
  orders: () => '/orders',
  account: () => '/account',
} as const

/** The employers' own address in the site: the router's basename. */
export const employerBase = '/employer'
