/** Every link of the console, below /console. With ':name' for an argument it is the route's pattern. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  /** where who still has the one-time password must go first */
  firstPassword: () => '/first-password',
  /** where a role that asks for a one-time code sends who has none */
  setUpCode: () => '/set-up-code',
  account: () => '/account',
  posters: () => '/posters',
  /** the list with one state chosen */
  postersIn: (state: string) => `/posters?state=${state}`,
  newPoster: () => '/posters/new',
  poster: (id: string) => `/posters/${id}`,
  posterPreview: (id: string) => `/posters/${id}/preview`,
  posterImport: () => '/poster-import',
  questions: () => '/questions',
  /** the list as its filters have it: course, import, keyword … */
  questionsIn: (filter: Record<string, string>) => `/questions?${new URLSearchParams(filter)}`,
  newQuestion: () => '/questions/new',
  newQuestionIn: (courseId: string) => `/questions/new?courseId=${courseId}`,
  question: (id: string) => `/questions/${id}`,
  questionImport: () => '/questions/import',
  exams: () => '/exams',
  swipers: () => '/swipers',
  friendlinks: () => '/friendlinks',
  siteInfo: () => '/site-info',
  texts: () => '/texts',
  staff: () => '/staff',
  audit: () => '/audit',
  /** the log of one item */
  auditOf: (subject: string) => `/audit?subject=${encodeURIComponent(subject)}`,
} as const

/** The console's own address in the site: the router's basename. */
export const consoleBase = '/console'
