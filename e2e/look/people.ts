import type { Page } from '@playwright/test'
import { demo, newcomer, register, signIn, thisYear } from '../people.ts'
import { callAs, signUpForTrial, studyAndEvaluate } from '../studied.ts'

export interface Stop {
  name: string
  path: string
  /** An action on the page before the picture is taken. */
  press?: (page: Page) => Promise<void>
  /** True goes offline before the picture is taken. */
  offline?: true
}

export interface Walker {
  who: string
  /** Signs in and prepares data. @returns the screens to take pictures of */
  begin: (page: Page) => Promise<Stop[]>
}

const year = thisYear
const lastYear = year - 1

const stops = (pairs: Record<string, string>): Stop[] => Object.entries(pairs).map(([name, path]) => ({ name, path }))

const press = (name: string | RegExp) => async (page: Page) =>
  void (await page.getByRole('button', { name }).first().click())

async function linkOf(page: Page, path: string, selector: string): Promise<string> {
  await page.goto(path)
  return (await page.locator(selector).first().getAttribute('href')) ?? path
}

const visitor: Walker = {
  who: 'visitor',
  begin: async (page) => {
    const article = await linkOf(page, '/list/news', 'main a[href*="/detail/news/"]')
    const expert = await linkOf(page, '/list/expert', 'main a[href*="/detail/expert/"]')
    const film = await linkOf(page, '/list/technologyVideo', 'main a[href*="/detail/technologyVideo/"]')
    const course = await linkOf(page, '/courses', 'main a[href*="/courses/"]')
    return [
      ...stops({
        home: '/index',
        news: '/list/news',
        article,
        experts: '/list/expert',
        expert,
        films: '/list/technologyVideo',
        film,
        catalogue: '/courses',
        course,
        guide: '/guide',
        'guide-list': '/list/guide',
        about: '/aboutUs',
        search: '/search?keyword=药师',
        'search-none': '/search?keyword=没有这样的内容',
        agreement: '/terms/agreement',
        ledger: '/ledger',
        verify: '/verify',
        'verify-unknown': '/verify/AAAAAAAAAAAAAAAA',
        login: '/login',
        register: '/register',
        notfound: '/notfound',
        error: '/error',
      }),
      { name: 'login-refused', path: '/login', press: press(/^登\s*录$/) },
      { name: 'register-refused', path: '/register', press: press(/^注\s*册$/) },
    ]
  },
}

const imported: Walker = {
  who: 'imported',
  begin: async (page) => {
    await signIn(page, demo.imported)
    return stops({
      dashboard: '/system/dashboard',
      grant: '/system/grant',
      password: '/system/profile?activeName=2',
    })
  },
}

const studying: Walker = {
  who: 'studying',
  begin: async (page) => {
    await signIn(page, demo.halfWay)
    const { list } = await callAs(page, 'GET /course/v1/my_course', {})
    const sign = list.find((one) => one.year === year)
    const begun = sign?.courses.find((course) => course.state === 'DOING')
    const passed = sign?.courses.find((course) => course.examState === 'PASSED')
    const untouched = sign?.courses.find((course) => course.state === 'TODO')
    if (!sign || !begun || !passed || !untouched) throw new Error('the demo person has no courses')
    const course = `/system/my-courses/${sign.signId}`
    const { lessons } = await callAs(page, 'GET /course/v1/learn_course_detail', { id: begun.id })
    const article = await articleOf(page, sign.courses)
    const exam = `/exam/${sign.signId}/${passed.id}`
    const info = await callAs(page, 'GET /exam/v1/info', { signId: sign.signId, id: passed.id })
    const attempt = `${exam}/${info.attempts[0]?.attemptId}`
    return [
      ...stops({
        dashboard: '/system/dashboard',
        years: '/system/sign',
        chooser: `/system/sign?year=${year}`,
        courses: '/system/my-courses',
        course,
        lesson: `${course}/${begun.id}`,
        'lesson-article': `${course}/${article}`,
        'lesson-done': `${course}/${passed.id}`,
        'lesson-record': `${course}/${begun.id}/record?lesson=${lessons[0]?.id}`,
        'exam-locked': `/exam/${sign.signId}/${untouched.id}`,
        'exam-passed': exam,
        'attempt-paper': attempt,
        'attempt-log': `${attempt}?tab=log`,
        'attempt-practice': `${attempt}?tab=practice`,
        grant: '/system/grant',
        reductions: '/system/reduction',
        orders: '/system/orders',
        invoices: '/system/invoices',
        messages: '/system/messages',
        privacy: '/system/privacy',
        profile: '/system/profile',
        password: '/system/profile?activeName=2',
        agreements: '/system/agreements',
        'not-mine': `/system/my-courses/${sign.signId}/${sign.signId}`,
      }),
      { name: 'lesson-offline', path: `${course}/${begun.id}`, offline: true },
      { name: 'logout', path: '/system/profile', press: press('退出登录') },
    ]
  },
}

async function articleOf(page: Page, courses: { id: string }[]): Promise<string> {
  for (const { id } of courses) {
    const { lessons } = await callAs(page, 'GET /course/v1/learn_course_detail', { id })
    const article = lessons.find(({ kind }) => kind === 'ARTICLE')
    if (article) return `${id}?lesson=${article.id}`
  }
  throw new Error('no course of the demo person has a lesson to read')
}

const proven: Walker = {
  who: 'proven',
  begin: async (page) => {
    await signIn(page, demo.proven)
    const grant = (of: number) => linkOf(page, '/system/grant', `a[href*="/grant/detail"] >> nth=${of}`)
    const proof = await grant(0)
    const trial = await linkOf(page, '/system/grant', 'a[href*="/grant/detail"] >> nth=-1')
    const code = await linkOf(page, proof, 'a[href*="/verify/"]')
    const trialCode = await linkOf(page, trial, 'a[href*="/verify/"]')
    const invoice = await linkOf(page, '/system/invoices', 'main a[href*="/system/invoices/"]')
    const { list } = await callAs(page, 'GET /course_reduce/v1/query', {})
    const returned = list.find(({ state }) => state === 'RETURNED')
    return [
      ...stops({
        dashboard: '/system/dashboard',
        years: '/system/sign',
        chooser: `/system/sign?year=${year}`,
        'chooser-last': `/system/sign?year=${lastYear}`,
        courses: '/system/my-courses',
        grant: '/system/grant',
        proof,
        'proof-trial': trial,
        'verify-genuine': code,
        'verify-trial': trialCode,
        reductions: '/system/reduction',
        'reduction-returned': `/system/reduction?id=${returned?.id}`,
        'reduction-apply': '/system/reduction-apply',
        'reduction-edit': `/system/reduction-apply?id=${returned?.id}`,
        orders: '/system/orders',
        invoices: '/system/invoices',
        invoice,
        invitations: '/system/invitations',
        messages: '/system/messages',
        home: '/index',
      }),
      { name: 'reduction-refused', path: '/system/reduction-apply', press: press(/^提交/) },
    ]
  },
}

/** A new student with an open order and one open exam. */
const beginner: Walker = {
  who: 'beginner',
  begin: async (page) => {
    await register(page, newcomer('欧阳若溪'))
    return stops({
      dashboard: '/system/dashboard',
      years: '/system/sign',
      chooser: `/system/sign?year=${year}`,
      courses: '/system/my-courses',
      grant: '/system/grant',
      reductions: '/system/reduction',
      orders: '/system/orders',
      invoices: '/system/invoices',
      messages: '/system/messages',
      invitations: '/system/invitations',
    })
  },
}

const paying: Walker = {
  who: 'paying',
  begin: async (page) => {
    await register(page, newcomer('司马清和'))
    const { list } = await callAs(page, 'POST /course/v1/course_list', { year, pageSize: 100 })
    let hours = 0
    const chosen = list.filter((course) => {
      if (!course.required && hours >= 60) return false
      if (course.subject === 'PROFESSIONAL') hours += course.hours
      return true
    })
    const courseIds = chosen.map((course) => course.id)
    const order = await callAs(page, 'POST /order/v1/create_order', {
      year,
      courseIds,
      payType: 'DEMO',
    })
    return [
      ...stops({
        dashboard: '/system/dashboard',
        years: '/system/sign',
        chooser: `/system/sign?year=${year}`,
        courses: '/system/my-courses',
        orders: '/system/orders',
        pay: `/system/orders?pay=${order.orderNo}`,
        'invoice-unpaid': `/system/orders/${order.orderNo}/invoice`,
      }),
    ]
  },
}

const sitting: Walker = {
  who: 'sitting',
  begin: async (page) => {
    const person = newcomer('诸葛明远')
    await register(page, person)
    const exam = await signUpForTrial(page)
    await studyAndEvaluate(page, person, exam.id)
    const path = `/exam/${exam.signId}/${exam.id}`
    return stops({
      'exam-open': path,
      rehearsal: `${path}#rehearsal`,
      dashboard: '/system/dashboard',
      courses: '/system/my-courses',
    })
  },
}

const inExam: Walker = {
  who: 'in-exam',
  begin: async (page) => {
    const person = newcomer('令狐安宁')
    await register(page, person)
    const exam = await signUpForTrial(page)
    await studyAndEvaluate(page, person, exam.id)
    const { consent } = await callAs(page, 'GET /exam/v1/info', exam)
    await callAs(page, 'POST /exam/v1/consent', {
      ...exam,
      mode: 'MANUAL',
      version: consent.version,
    })
    const begun = await callAs(page, 'GET /exam/v1/start', exam)
    const [first, second] = begun.questions
    const answers = Object.fromEntries(
      [first, second].map((question) => [question?.id, [question?.options[0]?.id ?? '']]),
    )
    await callAs(page, 'POST /exam/v1/save_answer', {
      attemptId: begun.attemptId,
      seq: begun.savedSeq + 1,
      answers,
    })
    const path = `/exam/${exam.signId}/${exam.id}`
    // A browser tab that has shown the attempt before resumes it automatically.
    const resume = async (page: Page) => {
      const next = page.getByRole('button', { name: '下一题' }).first()
      const button = page.getByRole('button', { name: /继续考试|继续作答|回到考试/ }).first()
      await next.or(button).waitFor()
      if (!(await next.isVisible())) await button.click({ timeout: 3000 }).catch(() => undefined)
      await next.waitFor()
    }
    const handIn = async (page: Page) => {
      await resume(page)
      const button = page.getByRole('button', { name: /^交卷/ }).first()
      // In the one-column layout this button is inside the answer sheet.
      if (!(await button.isVisible())) await press(/^答题卡/)(page)
      await button.click()
    }
    return [
      { name: 'exam-resume', path },
      { name: 'exam', path, press: resume },
      { name: 'exam-hand-in', path, press: handIn },
      { name: 'exam-offline', path, press: resume, offline: true },
    ]
  },
}

export const walkers: Walker[] = [visitor, imported, studying, proven, beginner, paying, sitting, inExam]
