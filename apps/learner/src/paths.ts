import { sitePaths } from '@ce/site/paths.ts'

export const rehearsalHash = 'rehearsal'

/** Id of the route that contains all private pages. */
export const learnerRouteId = 'learner'
export const signInRouteId = 'doors'

/**
 * All links of the learner app (docs/rules/screens.md#routes). With ':name' as argument they are route patterns. The
 * router adds /h5.
 */
export const paths = {
  ...sitePaths,
  root: () => '/',
  signYear: (year: number | string) => `/system/sign?year=${year}`,
  myCourses: () => `/system/my-courses`,
  course: (signId: string) => `/system/my-courses/${signId}`,
  learn: (signId: string, id: string) => `/system/my-courses/${signId}/${id}`,
  lesson: (signId: string, id: string, lessonId: string) =>
    `/system/my-courses/${signId}/${id}?lesson=${encodeURIComponent(lessonId)}`,
  learnRecord: (signId: string, id: string, lessonId?: string) =>
    `/system/my-courses/${signId}/${id}/record${lessonId ? `?lesson=${encodeURIComponent(lessonId)}` : ''}`,
  reductions: () => `/system/reduction`,
  reduction: (id: string) => `/system/reduction?id=${id}`,
  reductionApply: () => `/system/reduction-apply`,
  /** The form opened with a draft or a returned application. */
  reductionEdit: (id: string) => `/system/reduction-apply?id=${id}`,
  orders: () => `/system/orders`,
  /** The address to which the payment channel returns (server: gateways.ts). */
  payOrder: (orderNo: string) => `/system/orders?pay=${orderNo}`,
  /** @param from id of an earlier application to copy */
  applyForInvoice: (orderNo: string, from?: string) =>
    `/system/orders/${orderNo}/invoice${from ? `?from=${encodeURIComponent(from)}` : ''}`,
  invoices: () => `/system/invoices`,
  invoice: (id: string) => `/system/invoices/${id}`,
  invitations: () => `/system/invitations`,
  messages: () => `/system/messages`,
  privacy: () => `/system/privacy`,
  agreements: () => `/system/agreements`,
  /** The settings for messages by e-mail and SMS. */
  outside: () => `/system/privacy#outside`,
  profile: () => `/system/profile`,
  myInfo: () => `/system/profile?activeName=1`,
  password: () => `/system/profile?activeName=2`,
  exam: (signId: string, id: string) => `/exam/${signId}/${id}`,
  /** The part 考前自检 of the exam page, which can be used before the exam opens. */
  rehearsal: (signId: string, id: string) => `/exam/${signId}/${id}#${rehearsalHash}`,
  /** @param tab opens the answer log or the practice instead of the paper */
  attempt: (signId: string, id: string, attemptId: string, tab?: 'log' | 'practice') =>
    `/exam/${signId}/${id}/${attemptId}${tab ? `?tab=${tab}` : ''}`,
  grantDetailPage: () => `/grant/detail`,
  grantDetail: (id: string) => `/grant/detail?id=${encodeURIComponent(id)}`,
  error: () => `/error`,
} as const
