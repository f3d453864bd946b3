import { sitePaths } from '@ce/site/paths.ts'

/** what the address of the exam's page calls 考前自检 */
export const rehearsalPart = 'rehearsal'

/** The route around all pages of a learner's own; the others are public. */
export const learnerRouteId = 'learner'
/** The route around login and registration. */
export const doorsRouteId = 'doors'

/**
 * Every link of a visitor and a learner (specification §2). With ':name' for an argument it is the route's pattern. Below /h5 the
 * router puts the base before each.
 */
export const paths = {
  ...sitePaths,
  root: () => '/',
  /** one year's course choice */
  signYear: (year: number | string) => `/system/sign?year=${year}`,
  myCourses: () => `/system/my-courses`,
  course: (signId: string) => `/system/my-courses/${signId}`,
  learn: (signId: string, id: string) => `/system/my-courses/${signId}/${id}`,
  /** one lesson of the learning page */
  lesson: (signId: string, id: string, lessonId: string) =>
    `/system/my-courses/${signId}/${id}?lesson=${encodeURIComponent(lessonId)}`,
  /** 学时来源: every figure of a lesson explained */
  learnRecord: (signId: string, id: string, lessonId?: string) =>
    `/system/my-courses/${signId}/${id}/record${lessonId ? `?lesson=${encodeURIComponent(lessonId)}` : ''}`,
  reductions: () => `/system/reduction`,
  /** one application opened beside the list */
  reduction: (id: string) => `/system/reduction?id=${id}`,
  reductionApply: () => `/system/reduction-apply`,
  /** a draft, or what was returned, to go on with */
  reductionEdit: (id: string) => `/system/reduction-apply?id=${id}`,
  orders: () => `/system/orders`,
  /** an order that is being paid: where the payment channel sends a browser back to (server: gateways.ts) */
  payOrder: (orderNo: string) => `/system/orders?pay=${orderNo}`,
  /** `from`: an earlier application of the order, whose words the form begins with */
  applyForInvoice: (orderNo: string, from?: string) =>
    `/system/orders/${orderNo}/invoice${from ? `?from=${encodeURIComponent(from)}` : ''}`,
  invoices: () => `/system/invoices`,
  invoice: (id: string) => `/system/invoices/${id}`,
  /** employers that want to pay for me */
  invitations: () => `/system/invitations`,
  messages: () => `/system/messages`,
  /** 个人信息与隐私 */
  privacy: () => `/system/privacy`,
  /** the texts that are not accepted yet */
  agreements: () => `/system/agreements`,
  /** how messages reach one outside of the portal: a part of that page */
  outside: () => `/system/privacy#outside`,
  profile: () => `/system/profile`,
  /** the information tab (specification §2) */
  myInfo: () => `/system/profile?activeName=1`,
  /** the password tab (specification §2) */
  password: () => `/system/profile?activeName=2`,
  exam: (signId: string, id: string) => `/exam/${signId}/${id}`,
  /** 考前自检: a part of that page, there before the exam is open */
  rehearsal: (signId: string, id: string) => `/exam/${signId}/${id}#${rehearsalPart}`,
  /** an ended attempt: the paper, or with `tab` the log or the practice */
  attempt: (signId: string, id: string, attemptId: string, tab?: 'log' | 'practice') =>
    `/exam/${signId}/${id}/${attemptId}${tab ? `?tab=${tab}` : ''}`,
  grantDetailPage: () => `/grant/detail`,
  grantDetail: (id: string) => `/grant/detail?id=${encodeURIComponent(id)}`,
  error: () => `/error`,
} as const
