import { phoneBase } from '@ce/contract/mobile'
import { isPhonePath, type SiteBase, sitePathsAt } from '@ce/site/paths.ts'
import { useLocation } from 'react-router'

/** what the address of the exam's page calls 考前自检 */
export const rehearsalPart = 'rehearsal'

/**
 * Every link of a visitor and a learner (specification §2) below a base: '' for desktops, /h5 for phones.
 * With ':name' for an argument it is the route's pattern.
 */
export function studentPathsAt(base: SiteBase) {
  return {
    ...sitePathsAt(base),
    root: () => `${base}/`,
    /** one year's course choice */
    signYear: (year: number | string) => `${base}/system/sign?year=${year}`,
    myCourses: () => `${base}/system/my-courses`,
    course: (signId: string) => `${base}/system/my-courses/${signId}`,
    learn: (signId: string, id: string) => `${base}/system/my-courses/${signId}/${id}`,
    /** one lesson of the learning page */
    lesson: (signId: string, id: string, lessonId: string) =>
      `${base}/system/my-courses/${signId}/${id}?lesson=${encodeURIComponent(lessonId)}`,
    /** 学时来源: every figure of a lesson explained */
    learnRecord: (signId: string, id: string, lessonId?: string) =>
      `${base}/system/my-courses/${signId}/${id}/record${lessonId ? `?lesson=${encodeURIComponent(lessonId)}` : ''}`,
    reductions: () => `${base}/system/reduction`,
    /** one application opened beside the list */
    reduction: (id: string) => `${base}/system/reduction?id=${id}`,
    reductionApply: () => `${base}/system/reduction-apply`,
    /** a draft, or what was returned, to go on with */
    reductionEdit: (id: string) => `${base}/system/reduction-apply?id=${id}`,
    orders: () => `${base}/system/orders`,
    /** an order that is being paid: where the payment channel sends a browser back to (server: gateways.ts) */
    payOrder: (orderNo: string) => `${base}/system/orders?pay=${orderNo}`,
    /** `from`: an earlier application of the order, whose words the form begins with */
    applyForInvoice: (orderNo: string, from?: string) =>
      `${base}/system/orders/${orderNo}/invoice${from ? `?from=${encodeURIComponent(from)}` : ''}`,
    invoices: () => `${base}/system/invoices`,
    invoice: (id: string) => `${base}/system/invoices/${id}`,
    /** employers that want to pay for me */
    invitations: () => `${base}/system/invitations`,
    messages: () => `${base}/system/messages`,
    /** 个人信息与隐私 */
    privacy: () => `${base}/system/privacy`,
    /** the texts that are not accepted yet */
    agreements: () => `${base}/system/agreements`,
    /** how messages reach one outside of the portal: a part of that page */
    outside: () => `${base}/system/privacy#outside`,
    profile: () => `${base}/system/profile`,
    /** the information tab (specification §2) */
    myInfo: () => `${base}/system/profile?activeName=1`,
    /** the password tab (specification §2) */
    password: () => `${base}/system/profile?activeName=2`,
    exam: (signId: string, id: string) => `${base}/exam/${signId}/${id}`,
    /** 考前自检: a part of that page, there before the exam is open */
    rehearsal: (signId: string, id: string) => `${base}/exam/${signId}/${id}#${rehearsalPart}`,
    /** an ended attempt: the paper, or with `tab` the log or the practice */
    attempt: (signId: string, id: string, attemptId: string, tab?: 'log' | 'practice') =>
      `${base}/exam/${signId}/${id}/${attemptId}${tab ? `?tab=${tab}` : ''}`,
    grantDetailPage: () => `${base}/grant/detail`,
    grantDetail: (id: string) => `${base}/grant/detail?id=${encodeURIComponent(id)}`,
    error: () => `${base}/error`,
  } as const
}

export type StudentPaths = ReturnType<typeof studentPathsAt>

const desktop = studentPathsAt('')
const phone = studentPathsAt(phoneBase)

/** The links as a page at this path must write them. */
export function studentPathsOf(pathname: string): StudentPaths {
  return isPhonePath(pathname) ? phone : desktop
}

/** The links as the page that is open must write them. */
export function useStudentPaths(): StudentPaths {
  return studentPathsOf(useLocation().pathname)
}
