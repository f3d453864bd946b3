import { sitePaths } from '@ce/site/paths.ts'

/**
 * Every link of the portal (specification §2). With ':name' for an argument it is the route's pattern.
 */
export const paths = {
  ...sitePaths,
  root: () => '/',
  system: () => '/system',
  /** one year's course choice */
  signYear: (year: number | string) => `/system/sign?year=${year}`,
  myCourses: () => '/system/my-courses',
  course: (signId: string) => `/system/my-courses/${signId}`,
  learn: (signId: string, id: string) => `/system/my-courses/${signId}/${id}`,
  /** one lesson of the learning page */
  lesson: (signId: string, id: string, lessonId: string) =>
    `/system/my-courses/${signId}/${id}?lesson=${encodeURIComponent(lessonId)}`,
  /** 学时来源: every figure of a lesson explained */
  learnRecord: (signId: string, id: string, lessonId?: string) =>
    `/system/my-courses/${signId}/${id}/record${lessonId ? `?lesson=${encodeURIComponent(lessonId)}` : ''}`,
  reductions: () => '/system/reduction',
  /** one application opened beside the list */
  reduction: (id: string) => `/system/reduction?id=${id}`,
  reductionApply: () => '/system/reduction-apply',
  /** a draft, or what was returned, to go on with */
  reductionEdit: (id: string) => `/system/reduction-apply?id=${id}`,
  orders: () => '/system/orders',
  applyForInvoice: (orderNo: string) => `/system/orders/${orderNo}/invoice`,
  invoices: () => '/system/invoices',
  invoice: (id: string) => `/system/invoices/${id}`,
  /** employers that want to pay for me */
  invitations: () => '/system/invitations',
  messages: () => '/system/messages',
  profile: () => '/system/profile',
  /** the password tab (specification §2) */
  password: () => '/system/profile?activeName=2',
  exam: (signId: string, id: string) => `/exam/${signId}/${id}`,
  /** an ended attempt: the paper, or with `tab` the log or the practice */
  attempt: (signId: string, id: string, attemptId: string, tab?: 'log' | 'practice') =>
    `/exam/${signId}/${id}/${attemptId}${tab ? `?tab=${tab}` : ''}`,
  grantDetailPage: () => '/grant/detail',
  grantDetail: (id: string) => `/grant/detail?id=${encodeURIComponent(id)}`,
  /** 学时台账公示: public */
  ledger: () => '/ledger',
  error: () => '/error',
} as const
