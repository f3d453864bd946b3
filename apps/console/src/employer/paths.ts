/** Every link of the employers' pages, below /employer. */
export const employerPaths = {
  members: () => '/',
  login: () => '/login',
  /** where who still has the one-time password must go first */
  firstPassword: () => '/first-password',
  list: () => '/list',
  orders: () => '/orders',
  account: () => '/account',
} as const

/** The employers' own address in the site: the router's basename. */
export const employerBase = '/employer'
