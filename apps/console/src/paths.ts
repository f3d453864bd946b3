/** Addresses of the pages, below /console. With ':name' as argument they are route patterns. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  firstPassword: () => '/first-password',
  /** The page sets up an authenticator, for a role that requires two-factor codes. */
  setUpCode: () => '/set-up-code',
  account: () => '/account',
  posters: () => '/posters',
  /** The poster list, filtered by state. */
  postersIn: (state: string) => `/posters?state=${state}`,
  newPoster: () => '/posters/new',
  poster: (id: string) => `/posters/${id}`,
  posterPreview: (id: string) => `/posters/${id}/preview`,
  posterImport: () => '/poster-import',
  /** The state of one roster import. */
  posterImported: (id: string) => `/poster-import?import=${id}`,
  /** A poster of an import before its creation: editor and preview. */
  posterImportItem: (id: string, no: number | string) => `/poster-import/${id}/${no}`,
  posterImportPreview: (id: string, no: number | string) => `/poster-import/${id}/${no}/preview`,
  plans: () => '/plans',
  newPlan: () => '/plans/new',
  /** The form for a new plan that copies the given plan. */
  copiedPlan: (id: string) => `/plans/new?from=${id}`,
  plan: (id: string) => `/plans/${id}`,
  courses: () => '/courses',
  lessonChecks: () => '/lesson_checks',
  course: (id: string) => `/courses/${id}`,
  courseVersion: (id: string, version: string) => `/courses/${id}?tab=versions&version=${version}`,
  questions: () => '/questions',
  /** The question list with filters such as course or import. */
  questionsIn: (filter: Record<string, string>) => `/questions?${new URLSearchParams(filter)}`,
  newQuestion: () => '/questions/new',
  newQuestionIn: (courseId: string) => `/questions/new?courseId=${courseId}`,
  question: (id: string) => `/questions/${id}`,
  questionImport: () => '/questions/import',
  questionImported: (id: string, fileId: string) => `/questions/import?import=${id}&file=${fileId}`,
  questionImports: () => '/questions/imports',
  studies: () => '/study',
  study: (signCourseId: string) => `/study/${signCourseId}`,
  captures: () => '/captures',
  /** The capture list by review state, such as OPEN or PROPOSED. */
  capturesIn: (state: string) => `/captures?state=${state}`,
  capture: (attemptId: string) => `/captures/${attemptId}`,
  /** An attempt, opened from the capture list of a state: OPEN, PROPOSED or DONE. */
  captureIn: (attemptId: string, state: string) => `/captures/${attemptId}?state=${state}`,
  reductions: () => '/reductions',
  /** The reduction list of one stage. */
  reductionsIn: (stage: string) => `/reductions?stage=${stage}`,
  reduction: (id: string) => `/reductions/${id}`,
  students: () => '/students',
  student: (id: string) => `/students/${id}`,
  rosterImport: () => '/students/import',
  rosterImportOf: (kind: string) => `/students/import?kind=${kind}`,
  /** The state of one roster import. */
  rosterImported: (kind: string, id: string) => `/students/import?kind=${kind}&import=${id}`,
  rosterImports: () => '/students/imports',
  corrections: () => '/students/corrections',
  correctionsIn: (state: string) => `/students/corrections?state=${state}`,
  correction: (id: string) => `/students/corrections/${id}`,
  deliveries: () => '/deliveries',
  studentMerges: () => '/students/merges',
  proofs: () => '/proofs',
  proof: (id: string) => `/proofs/${id}`,
  fonts: () => '/fonts',
  font: (id: string) => `/fonts/${id}`,
  examsTab: (tab: string) => `/exams?tab=${tab}`,
  regradeQuestion: (questionId: string) => `/exams/regrade/${questionId}`,
  regrade: (id: string) => `/exams/regrades/${id}`,
  /** One exam attempt, running or ended. */
  examsOne: (attemptId: string) => `/exams?attemptId=${attemptId}`,
  finance: () => '/finance',
  financeTab: (tab: string) => `/finance?tab=${tab}`,
  financeCase: (id: string) => `/finance/cases/${id}`,
  financeOrder: (orderNo: string) => `/finance/orders/${orderNo}`,
  invoices: () => '/invoices',
  /** The invoice list in a view such as PENDING or TO_REVERSE. */
  invoicesIn: (view: string) => `/invoices?view=${view}`,
  issueInvoices: () => '/invoices/issue',
  invoice: (id: string) => `/invoices/${id}`,
  texts: () => '/texts',
  /** The audit log of one subject. */
  auditOf: (subject: string) => `/audit?subject=${encodeURIComponent(subject)}`,
} as const

/** The router's base path. */
export const consoleBasePath = '/console'

/** Removes the router's base path from a pathname. */
export function withoutBasePath(base: string, pathname: string): string {
  return pathname.startsWith(base) ? pathname.slice(base.length) || '/' : pathname
}
