/** Every link of the public pages; portal and h5 build theirs on these. */
export const sitePaths = {
  home: () => '/index',
  login: () => '/login',
  register: () => '/register',
  /** the private area; signing up for a year; the hours and proofs */
  dashboard: () => '/system/dashboard',
  sign: () => '/system/sign',
  grant: () => '/system/grant',
  verify: (code?: string) => (code === undefined ? '/verify' : `/verify/${code}`),
} as const
