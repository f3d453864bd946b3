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
  /** one of them, as far as it is */
  posterImported: (id: string) => `/poster-import?import=${id}`,
  /** one item of it, before it is made: to mend, and as visitors will see it */
  posterImportItem: (id: string, no: number | string) => `/poster-import/${id}/${no}`,
  posterImportPreview: (id: string, no: number | string) => `/poster-import/${id}/${no}/preview`,
  plans: () => '/plans',
  newPlan: () => '/plans/new',
  /** the same, copied from this one */
  copiedPlan: (id: string) => `/plans/new?from=${id}`,
  plan: (id: string) => `/plans/${id}`,
  courses: () => '/courses',
  lessonChecks: () => '/lesson_checks',
  course: (id: string) => `/courses/${id}`,
  /** one of the versions that were published */
  courseVersion: (id: string, version: string) => `/courses/${id}?tab=versions&version=${version}`,
  teachers: () => '/teachers',
  questions: () => '/questions',
  /** the list as its filters have it: course, import, keyword … */
  questionsIn: (filter: Record<string, string>) => `/questions?${new URLSearchParams(filter)}`,
  newQuestion: () => '/questions/new',
  newQuestionIn: (courseId: string) => `/questions/new?courseId=${courseId}`,
  question: (id: string) => `/questions/${id}`,
  questionImport: () => '/questions/import',
  /** one of them, as far as it is; its file, so that it can be checked again by other columns */
  questionImported: (id: string, fileId: string) => `/questions/import?import=${id}&file=${fileId}`,
  questionImports: () => '/questions/imports',
  /** whose study is looked for */
  studies: () => '/study',
  /** one course of one student, by the sign course */
  study: (signCourseId: string) => `/study/${signCourseId}`,
  captures: () => '/captures',
  /** the list as far as the reviews are: OPEN, PROPOSED */
  capturesIn: (state: string) => `/captures?state=${state}`,
  capture: (attemptId: string) => `/captures/${attemptId}`,
  /** the same with the list it stands in: OPEN, PROPOSED, DONE */
  captureIn: (attemptId: string, state: string) => `/captures/${attemptId}?state=${state}`,
  reductions: () => '/reductions',
  /** the queue of one stage */
  reductionsIn: (stage: string) => `/reductions?stage=${stage}`,
  reduction: (id: string) => `/reductions/${id}`,
  reductionTypes: () => '/reduction-types',
  students: () => '/students',
  student: (id: string) => `/students/${id}`,
  rosterImport: () => '/students/import',
  /** the same for STUDENTS or HOURS */
  rosterImportOf: (kind: string) => `/students/import?kind=${kind}`,
  /** one of them, as far as it is */
  rosterImported: (kind: string, id: string) => `/students/import?kind=${kind}&import=${id}`,
  rosterImports: () => '/students/imports',
  corrections: () => '/students/corrections',
  /** those of one state */
  correctionsIn: (state: string) => `/students/corrections?state=${state}`,
  correction: (id: string) => `/students/corrections/${id}`,
  retention: () => '/retention',
  settings: () => '/settings',
  practiceClock: () => '/practice-clock',
  deliveries: () => '/deliveries',
  studentMerges: () => '/students/merges',
  proofs: () => '/proofs',
  proof: (id: string) => `/proofs/${id}`,
  fonts: () => '/fonts',
  font: (id: string) => `/fonts/${id}`,
  statistics: () => '/statistics',
  exams: () => '/exams',
  /** the desk with one of its tabs open */
  examsTab: (tab: string) => `/exams?tab=${tab}`,
  /** a question to be marked anew on the papers that held it */
  regradeQuestion: (questionId: string) => `/exams/regrade/${questionId}`,
  /** what was proposed or decided about it */
  regrade: (id: string) => `/exams/regrades/${id}`,
  /** the desk with one sitting, running or ended */
  examsOne: (attemptId: string) => `/exams?attemptId=${attemptId}`,
  finance: () => '/finance',
  /** the desk with one of its tabs open */
  financeTab: (tab: string) => `/finance?tab=${tab}`,
  financeCase: (id: string) => `/finance/cases/${id}`,
  financeOrder: (orderNo: string) => `/finance/orders/${orderNo}`,
  invoices: () => '/invoices',
  /** one view of the queue: PENDING, TO_REVERSE … */
  invoicesIn: (view: string) => `/invoices?view=${view}`,
  issueInvoices: () => '/invoices/issue',
  invoice: (id: string) => `/invoices/${id}`,
  organisations: () => '/organisations',
  swipers: () => '/swipers',
  friendlinks: () => '/friendlinks',
  siteInfo: () => '/site-info',
  texts: () => '/texts',
  staff: () => '/staff',
  systemStatus: () => '/system-status',
  audit: () => '/audit',
  /** the log of one item */
  auditOf: (subject: string) => `/audit?subject=${encodeURIComponent(subject)}`,
} as const

/** The console's own address in the site: the router's basename. */
export const consoleBase = '/console'

/** A whole pathname as a router's paths have it, without the router's base. */
export function withoutBase(base: string, pathname: string): string {
  return pathname.startsWith(base) ? pathname.slice(base.length) || '/' : pathname
}
